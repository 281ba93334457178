#include "reproduction/claims/claim.hpp"

namespace ballast::reproduction {

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: return "holds";
    case Verdict::holds_in_part: return "holds_in_part";
    case Verdict::does_not_hold: return "does_not_hold";
  }
  return "";
}

const char* label_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: return "holds";
    case Verdict::holds_in_part: return "holds in part";
    case Verdict::does_not_hold: return "does not hold";
  }
  return "";
}

const char* name_of(Source source) {
  return source == Source::paper ? "paper" : "ballast";
}

}  // namespace ballast::reproduction
