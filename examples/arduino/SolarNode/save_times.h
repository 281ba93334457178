#pragma once
/// When to save. Each save wears the memory, so they are few: one in each period. There are more soon after a reset, so
/// that a node which is reset more often than that gets on, too: after so many ticks, twice and four times as many, ...

#include <stdint.h>

class SaveTimes {
 public:
  constexpr SaveTimes(uint32_t ticks_to_first, uint32_t ticks_per_period)
      : next_(ticks_to_first), period_(ticks_per_period) {}

  /// To be called in each tick.
  bool is_due() {
    if (++tick_ != next_) { return false; }
    next_ += tick_ < period_ ? tick_ : period_;
    return true;
  }

 private:
  uint32_t tick_ = 0;
  uint32_t next_;
  uint32_t period_;
};
