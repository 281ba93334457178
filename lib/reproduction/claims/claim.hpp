#pragma once
/// A sentence about the results, and whether the numbers support it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ballast::reproduction {

enum class Verdict : std::uint8_t { holds, holds_in_part, does_not_hold, undecided };

/// All of them, in the order in which they are shown.
constexpr Verdict all_verdicts[] = {Verdict::holds, Verdict::holds_in_part, Verdict::does_not_hold, Verdict::undecided};

/// holds, holds_in_part, does_not_hold, undecided
const char* name_of(Verdict verdict);
/// "holds", "holds in part", "does not hold", "undecided"
const char* label_of(Verdict verdict);

/// Who makes the claim.
enum class Source : std::uint8_t {
  paper,    ///< the paper says it, here in our words
  ballast,  ///< we say it: a limit or a finding that the paper does not mention
};
const char* name_of(Source source);

/// What the numbers say of a part of a claim. A paired difference whose interval contains 0 leaves it undecided: that
/// nothing was found is no evidence that there is nothing.
enum class PartState : std::uint8_t { met, missed, undecided };

/// met, missed, undecided
const char* name_of(PartState state);

/// A condition on means or counts, which is never undecided.
constexpr PartState met_if(bool condition) {
  return condition ? PartState::met : PartState::missed;
}
/// Of two conditions that are one part: missed if one of them is, met if both are.
PartState both(PartState first, PartState second);

/// A claim consists of parts: conditions or cells. One definition for all claims: it holds if all its parts are met,
/// holds in part if some are, does not hold if none is met and one at least is missed, and is undecided otherwise.
struct Part {
  std::string text;  ///< "better at 1.25", "at most 4 times the best at 3.0"
  PartState state;
};
Verdict verdict_of(const std::vector<Part>& parts);  ///< by that definition; "does not hold" without parts
std::size_t count_met(const std::vector<Part>& parts);

/// How often each verdict was given, over several seeds.
struct VerdictCounts {
  std::uint32_t holds = 0;
  std::uint32_t holds_in_part = 0;
  std::uint32_t does_not_hold = 0;
  std::uint32_t undecided = 0;

  std::uint32_t seeds() const { return holds + holds_in_part + does_not_hold + undecided; }
  std::uint32_t of(Verdict verdict) const;
  bool depends_on_the_seed() const;
};

struct Claim {
  using Numbers = std::vector<std::pair<std::string, double>>;

  std::string figure;            ///< its name: "2"
  std::string id;                ///< stable, unique: "fig2.implicit_lower_at_1.0"
  Source source;                 ///< the paper or Ballast
  std::string statement;         ///< what is claimed, in our words
  std::string rule;              ///< its parts, in words
  Numbers numbers;               ///< those the rule looks at, in order; NaN for an overflow
  Verdict verdict;               ///< of its parts
  std::string measured;          ///< a sentence with the numbers in it, made from them
  std::vector<Part> parts = {};  ///< from which the verdict follows

  /// Over the seeds of this run, if it has several; else over those of the reference, which reference.csv has.
  std::optional<VerdictCounts> over_seeds = {};
};

/// A claim with the verdict of its parts.
Claim judged(Claim claim);

}  // namespace ballast::reproduction
