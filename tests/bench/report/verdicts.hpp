#pragma once
/// What was promised, against what was measured.

#include <string>
#include <vector>

#include "results.hpp"

namespace bench {

enum class Outcome { holds, does_not_hold, not_measured };

struct Verdict {
  std::string claim;
  bool is_upper_bound;
  double bound;
  double worst;       ///< of all figures that the claim is about
  std::string where;  ///< the worst is; what is missing, if it was not measured
  Outcome outcome;
};

std::vector<Verdict> verdicts_of(const Results& results);

/// "holds", "does not hold", "not measured"
const char* text_of(Outcome outcome);

/// "at most 1.4: does not hold, 1.73 (float, d = 1024; g++ -O3 -march=x86-64-v3)"
std::string text_of(const Verdict& verdict);

}  // namespace bench
