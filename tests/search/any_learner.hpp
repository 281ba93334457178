#pragma once
/// A learner of any type, so that the checks are compiled once. Numbers are read as double, in which float and fixed
/// point are exact.

#include <ballast/report.hpp>
#include <ballast/status.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "settings.hpp"
#include "transition.hpp"

namespace search {

using Outcome = ballast::Report<double>;

class AnyLearner {
 public:
  AnyLearner() = default;
  AnyLearner(const AnyLearner&) = delete;
  AnyLearner& operator=(const AnyLearner&) = delete;
  virtual ~AnyLearner() = default;

  virtual ballast::Status start(const Settings& settings) = 0;
  virtual ballast::Status start(const Settings& settings, const std::vector<float>& weights, float average_reward) = 0;
  virtual ballast::Status reconfigure(const Settings& settings, bool schedule_begins_again) = 0;
  virtual Outcome update(const Transition& transition) = 0;
  virtual void reset_trace() = 0;
  virtual void refresh() = 0;  // nothing for a learner that has no such function
  virtual void power_cycle() = 0;

  virtual double average_reward() const = 0;
  virtual void read_weights(std::vector<double>& weights) const = 0;
  virtual void read_trace(std::vector<double>& trace) const = 0;
  virtual uint32_t updates() const = 0;
  virtual uint32_t rejections() const = 0;
  virtual uint32_t projections() const = 0;
  virtual uint32_t saturations() const = 0;

  virtual std::unique_ptr<AnyLearner> copy() const = 0;
  virtual const unsigned char* bytes() const = 0;
  virtual size_t size() const = 0;
};

/// The four learners that are compared, all of one variant.
struct Lineup {
  std::unique_ptr<AnyLearner> dense_float;
  std::unique_ptr<AnyLearner> dense_double;
  std::unique_ptr<AnyLearner> sparse_float;
  std::unique_ptr<AnyLearner> sparse_double;
};

/// One of the combinations of rule, projection, schedule and features that are compiled in.
struct Setup {
  Variant variant;
  Shape shape;
  Lineup (*make)();
};

const std::vector<Setup>& all_setups();

}  // namespace search
