#pragma once
/// What a learner is told once, before it starts: line 1 of Algorithm 1.

#include <ballast/status.hpp>

namespace ballast {

template <class Arithmetic, class Projection, class Schedule>
struct Config {
  /// How fast the trace decays: in [0, 1). 0 learns from the last transition alone; the paper uses 0.25.
  typename Arithmetic::Value lambda;

  /// c: the step-size of the average reward, as a multiple of that of the weights. Finite, above 0; 1 is a good
  /// choice, and the standard rule needs c beta < 2.
  typename Arithmetic::Value ratio;

  /// beta_t; see schedule.hpp.
  Schedule schedule;

  /// What bounds the estimates; see projection.hpp.
  Projection projection;

  /// ok, or the first field that makes no sense.
  constexpr Status validate() const noexcept {
    if (!Arithmetic::is_lambda(lambda)) { return Status::invalid_lambda; }
    const Status of_schedule = schedule.validate();
    if (of_schedule != Status::ok) { return of_schedule; }
    if (!Arithmetic::is_ratio(ratio, schedule.largest_rate())) { return Status::invalid_ratio; }
    return projection.validate();
  }
};

}  // namespace ballast
