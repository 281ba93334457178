#pragma once
/// A learner of a type that is known at run time, as an agent or a replay uses it.

#include <ballast/report.hpp>
#include <ballast/status.hpp>

#include <cstddef>
#include <memory>

#include "engine/block.hpp"
#include "io/snapshot.hpp"

namespace tool {

/// An update is refused as `overflow` unless |step| (1 + ||z||^2), to which a joint ball adds |omega|, is below
/// 2^exponent: `is_safe` in arithmetic.hpp.
struct UpdateLimit {
  int exponent;
  bool adds_average_reward;
};

template <class T>
class DynamicLearner;

template <class T>
class EngineLearner {
 public:
  EngineLearner() = default;
  virtual ~EngineLearner() = default;
  EngineLearner(const EngineLearner&) = delete;
  EngineLearner& operator=(const EngineLearner&) = delete;

  /// As the library's learners do with features of any type.
  virtual ballast::Report<T> learn(const Block<T>& phi, T reward, const Block<T>& next) = 0;
  /// Itself, if it learns from arrays of all features in another way: faster, and the cause of a refusal can differ.
  virtual DynamicLearner<T>* with_arrays() { return nullptr; }
  virtual T value(const Block<T>& phi) const = 0;
  virtual void reset_trace() = 0;

  virtual T step_size() const = 0;
  virtual T average_reward() const = 0;
  virtual T weight(std::size_t i) const = 0;
  virtual UpdateLimit update_limit() const = 0;

  /// Its settings, progress, weights and trace.
  virtual void save(Snapshot& snapshot) const = 0;
};

/// Where a learner begins.
enum class Begin {
  from_zero,  ///< as after start(): an InputError says what is invalid
  resumed,    ///< with the same bits as what was saved, which was checked when it was read
};

/// Throws an InputError with the library's status, unless it is ok.
void require_ok(ballast::Status status);

/// For a snapshot of a `Learner`, and of a `SparseLearner`.
template <class T>
std::unique_ptr<EngineLearner<T>> make_dense(const Snapshot& snapshot, Begin begin);
template <class T>
std::unique_ptr<EngineLearner<T>> make_sparse(const Snapshot& snapshot, Begin begin);

}  // namespace tool
