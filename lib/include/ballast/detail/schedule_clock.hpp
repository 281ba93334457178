#pragma once
/// The t of a schedule. It is that of the learner's updates unless the schedule has begun again since; a schedule that
/// does not depend on it has none.

#include <ballast/math/ieee754.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>
#include <etl/utility.h>

namespace ballast {
namespace detail {

template <class Schedule, class = void>
struct IsConstantSchedule : etl::false_type {};
template <class Schedule>
struct IsConstantSchedule<Schedule, etl::void_t<decltype(Schedule::is_constant)>>
    : etl::integral_constant<bool, Schedule::is_constant> {};

/// Whether it can stand still: AdjustableSchedule.
template <class Schedule, class = void>
struct CanBeHeld : etl::false_type {};
template <class Schedule>
struct CanBeHeld<Schedule, etl::void_t<decltype(etl::declval<const Schedule&>().is_held())>> : etl::true_type {};

/// Whether the average reward has a rate of its own: TwoTimescaleSchedule.
template <class Schedule, class = void>
struct HasTwoTimescales : etl::false_type {};
template <class Schedule>
struct HasTwoTimescales<Schedule,
                        etl::void_t<decltype(etl::declval<const Schedule&>().average_reward_rate(uint32_t{}))>>
    : etl::true_type {};

/// What c multiplies: beta_t, unless the average reward has a rate of its own.
template <class Schedule>
[[gnu::always_inline]] inline auto average_reward_rate(const Schedule& schedule, uint32_t t,
                                                       typename Schedule::Rate beta) noexcept {
  if constexpr (HasTwoTimescales<Schedule>::value) {
    return schedule.average_reward_rate(t);
  } else {
    (void)schedule, (void)t;
    return beta;
  }
}
/// The largest of them.
template <class Schedule>
constexpr auto largest_average_reward_rate(const Schedule& schedule) noexcept {
  if constexpr (HasTwoTimescales<Schedule>::value) {
    return schedule.largest_average_reward_rate();
  } else {
    return schedule.largest_rate();
  }
}

/// As wide as a number: no padding.
template <class Value, bool is_counted>
class ScheduleClock {
 public:
  using Word = etl::conditional_t<sizeof(Value) == sizeof(uint64_t), uint64_t, uint32_t>;
  static constexpr size_t time_bytes = sizeof(Word);

 protected:
  uint32_t time() const noexcept { return static_cast<uint32_t>(time_); }
  /// Stays at the largest number instead of wrapping to a large step-size.
  void advance_time() noexcept { time_ += time_ < UINT32_MAX ? 1 : 0; }
  void restart_time() noexcept { time_ = 0; }
  /// For snapshots.
  template <class Archive>
  void exchange_time(Archive& archive) noexcept {
    uint32_t t = time();
    archive(t);
    if (archive.is_storing()) { time_ = t; }
  }

 private:
  Word time_ = 0;
};

template <class Value>
class ScheduleClock<Value, false> {
 public:
  static constexpr size_t time_bytes = 0;

 protected:
  static constexpr uint32_t time() noexcept { return 0; }
  void advance_time() noexcept {}
  void restart_time() noexcept {}
  template <class Archive>
  void exchange_time(Archive& /*archive*/) noexcept {}
};

}  // namespace detail
}  // namespace ballast
