#pragma once
/// Any of the library's schedules, as one type: a learner with it is compiled once, and not for each of them.

#include <ballast/schedule.hpp>
#include <ballast/status.hpp>

#include <variant>

#include "io/learner_settings.hpp"

namespace tool {

/// A constant one is held at its step-size from the beginning: its t stands still, and never matters.
template <class T>
struct AnySchedule : AdjustableSchedule<T> {
  using Held = AdjustableSchedule<T>;

  AnySchedule() = default;
  explicit AnySchedule(const decltype(LearnerSettings<T>::schedule)& schedule) {
    if (const auto* const constant = std::get_if<ballast::ConstantSchedule<T>>(&schedule)) {
      stays_constant = true;
      this->held_step_size = constant->step_size;
    } else if (const auto* const polynomial = std::get_if<ballast::PolynomialSchedule<T>>(&schedule)) {
      static_cast<Held&>(*this) = Held(*polynomial, T{});
    } else {
      static_cast<Held&>(*this) = std::get<Held>(schedule);
    }
  }

  ballast::Status validate() const {
    return stays_constant ? ballast::ConstantSchedule<T>{this->held_step_size}.validate() : Held::validate();
  }
  T largest_rate() const { return stays_constant ? this->held_step_size : Held::largest_rate(); }

  bool stays_constant = false;
};

}  // namespace tool
