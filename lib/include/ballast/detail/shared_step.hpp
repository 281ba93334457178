#pragma once
/// Learners that differ only in their number of features share one step function: on a host, where each would else have
/// a copy of a kilobyte and more.

#include <ballast/detail/dense_arrays.hpp>
#include <ballast/detail/kernel/kernel.hpp>
#include <ballast/detail/learner_base.hpp>

#include <stddef.h>

namespace ballast {
namespace detail {

/// From how many features on. A shorter step is faster as a function of its own, which knows its length.
template <class Arithmetic, size_t Dimension>
constexpr bool shares_step = kernel::is_vectorised && !Arithmetic::accepts_everything && Dimension > 64;

template <class Scalar, class Rule, class Projection, class Schedule>
class SharedStep : public LearnerBase<Scalar, Rule, Projection, Schedule> {
  using Base = LearnerBase<Scalar, Rule, Projection, Schedule>;

 protected:
  [[gnu::noinline]] typename Base::Report shared_step(const DenseArrays<typename Base::Arithmetic>& arrays,
                                                      typename Base::Value reward) noexcept {
    return this->step(arrays, reward,
                      [&](typename Base::Report& report) { this->reject(report, arrays.cause(reward)); });
  }
};

}  // namespace detail
}  // namespace ballast
