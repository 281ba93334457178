#pragma once
/// How a learner does, in one word: what Health says of it (field/health.hpp). docs/FIELD.md says what to do at each.

#include <ballast/detail/compiler.hpp>

#include <stdint.h>

namespace ballast {

/// Several may hold: the last of them counts.
enum class Verdict : uint8_t {
  starting,         ///< too little was seen to say anything
  learning,         ///< something changes: the size of the TD errors, the mean reward or the size of the features
  settled,          ///< nothing has changed for some time
  stalled,          ///< updates are too small to change a weight, though the rewards are not predicted
  at_the_boundary,  ///< the projection acts again and again: radius, step-size or the scale of the rewards is wrong
  diverging,        ///< TD errors are far larger than what the rewards vary by, or each update overwrites the last
  blind,            ///< too many readings are bad or missing
};

/// The name of a verdict, for logs. No default: the compiler points at one that has no name here.
constexpr const char* name(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::starting: return "starting";
    case Verdict::learning: return "learning";
    case Verdict::settled: return "settled";
    case Verdict::stalled: return "stalled";
    case Verdict::at_the_boundary: return "at_the_boundary";
    case Verdict::diverging: return "diverging";
    case Verdict::blind: return "blind";
  }
  return "unknown";  // a byte that is not a Verdict, for instance from a damaged record
}

}  // namespace ballast
