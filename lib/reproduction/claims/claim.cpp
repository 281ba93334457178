#include "reproduction/claims/claim.hpp"

#include <algorithm>
#include <iterator>

namespace ballast::reproduction {
namespace {

std::size_t count_in(const std::vector<Part>& parts, PartState state) {
  return static_cast<std::size_t>(
      std::count_if(parts.begin(), parts.end(), [&](const Part& part) { return part.state == state; }));
}

}  // namespace

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: return "holds";
    case Verdict::holds_in_part: return "holds_in_part";
    case Verdict::does_not_hold: return "does_not_hold";
    case Verdict::undecided: return "undecided";
  }
  return "";
}

const char* label_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: return "holds";
    case Verdict::holds_in_part: return "holds in part";
    case Verdict::does_not_hold: return "does not hold";
    case Verdict::undecided: return "undecided";
  }
  return "";
}

const char* name_of(PartState state) {
  switch (state) {
    case PartState::met: return "met";
    case PartState::missed: return "missed";
    case PartState::undecided: return "undecided";
  }
  return "";
}

PartState both(PartState first, PartState second) {
  if (first == PartState::missed || second == PartState::missed) { return PartState::missed; }
  return first == PartState::met ? second : first;
}

Verdict verdict_of(const std::vector<Part>& parts) {
  const auto count = [&](PartState state) { return count_in(parts, state); };
  if (count(PartState::met) == parts.size() && !parts.empty()) { return Verdict::holds; }
  if (count(PartState::met) > 0) { return Verdict::holds_in_part; }
  return count(PartState::missed) > 0 ? Verdict::does_not_hold : Verdict::undecided;
}

std::size_t count_met(const std::vector<Part>& parts) {
  return count_in(parts, PartState::met);
}

std::uint32_t VerdictCounts::of(Verdict verdict) const {
  switch (verdict) {
    case Verdict::holds: return holds;
    case Verdict::holds_in_part: return holds_in_part;
    case Verdict::does_not_hold: return does_not_hold;
    case Verdict::undecided: return undecided;
  }
  return 0;
}

bool VerdictCounts::depends_on_the_seed() const {
  return std::none_of(std::begin(all_verdicts), std::end(all_verdicts),
                      [&](Verdict verdict) { return of(verdict) == seeds(); });
}

Claim judged(Claim claim) {
  claim.verdict = verdict_of(claim.parts);
  return claim;
}

const char* name_of(Source source) {
  return source == Source::paper ? "paper" : "ballast";
}

}  // namespace ballast::reproduction
