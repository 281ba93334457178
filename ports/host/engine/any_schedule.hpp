#pragma once
/// Any of the library's schedules, as one type: a learner with it is compiled once, and not for each of them.

#include <ballast/schedule.hpp>
#include <ballast/status.hpp>

#include <cstdint>
#include <variant>

#include "io/learner_settings.hpp"

namespace tool {

/// A constant one is held at its step-size from the beginning: its t stands still, and never matters. (With two
/// time-scales t goes on if the schedule of the average reward needs it.)
template <class T>
struct AnySchedule : AdjustableSchedule<T> {
  using Held = AdjustableSchedule<T>;
  using Polynomial = ballast::PolynomialSchedule<T>;

  AnySchedule() = default;
  explicit AnySchedule(const LearnerSettings<T>& settings) : average_reward(settings.average_reward_schedule) {
    if (const auto* const constant = std::get_if<ballast::ConstantSchedule<T>>(&settings.schedule)) {
      stays_constant = true;
      this->held_step_size = constant->step_size;
    } else if (const auto* const polynomial = std::get_if<Polynomial>(&settings.schedule)) {
      static_cast<Held&>(*this) = Held(*polynomial, T{});
    } else {
      static_cast<Held&>(*this) = std::get<Held>(settings.schedule);
    }
  }

  ballast::Status validate() const {
    const ballast::Status of_weights =
        stays_constant ? ballast::ConstantSchedule<T>{this->held_step_size}.validate() : Held::validate();
    if (of_weights != ballast::Status::ok) { return of_weights; }
    return std::visit([](const auto& schedule) { return validity_of(schedule); }, average_reward);
  }
  bool is_held() const { return Held::is_held() && !std::holds_alternative<Polynomial>(average_reward); }

  T largest_rate() const { return stays_constant ? this->held_step_size : Held::largest_rate(); }
  T largest_average_reward_rate() const { return has_one_rate() ? largest_rate() : average_reward_rate(0); }
  T average_reward_rate(uint32_t t) const {
    if (has_one_rate()) { return this->rate(t); }
    const auto* const polynomial = std::get_if<Polynomial>(&average_reward);
    return polynomial != nullptr ? polynomial->rate(t)
                                 : std::get<ballast::ConstantSchedule<T>>(average_reward).step_size;
  }

  bool stays_constant = false;
  decltype(LearnerSettings<T>::average_reward_schedule) average_reward;

 private:
  bool has_one_rate() const { return average_reward.index() == 0; }
  static ballast::Status validity_of(typename LearnerSettings<T>::SameSchedule /*schedule*/) {
    return ballast::Status::ok;
  }
  template <class Schedule>
  static ballast::Status validity_of(const Schedule& schedule) {
    return schedule.validate();
  }
};

}  // namespace tool
