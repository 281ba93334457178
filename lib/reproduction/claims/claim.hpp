#pragma once
/// A sentence about the results, and whether the numbers support it.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ballast::reproduction {

enum class Verdict : std::uint8_t { holds, holds_in_part, does_not_hold };

/// holds, holds_in_part, does_not_hold
const char* name_of(Verdict verdict);
/// "holds", "holds in part", "does not hold"
const char* label_of(Verdict verdict);

/// Who makes the claim.
enum class Source : std::uint8_t {
  paper,    ///< the paper says it, here in our words
  ballast,  ///< we say it: a limit or a finding that the paper does not mention
};
const char* name_of(Source source);

struct Claim {
  std::string figure;                                   ///< its name: "2"
  std::string id;                                       ///< stable, unique: "fig2.implicit_lower_at_1.0"
  Source source;                                        ///< the paper or Ballast
  std::string statement;                                ///< what is claimed, in our words
  std::string rule;                                     ///< how the verdict follows from the numbers, in words
  std::vector<std::pair<std::string, double>> numbers;  ///< those the rule looks at, in order; NaN for an overflow
  Verdict verdict;                                      ///< computed from `numbers` by `rule`
  std::string measured;                                 ///< a sentence with the numbers in it, made from them
};

}  // namespace ballast::reproduction
