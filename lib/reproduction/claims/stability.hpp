#pragma once
/// How stable verdicts are: how often each was given, over the seeds of a run or over those of the reference, which
/// reference.csv has and `ballast reproduce --seeds 20` makes.

#include <map>
#include <string>
#include <vector>

#include "reproduction/claims/claim.hpp"

namespace ballast::reproduction {

/// By the id of a claim.
using CountsById = std::map<std::string, VerdictCounts>;

/// Of the claims of each seed.
CountsById count_verdicts(const std::vector<std::vector<Claim>>& claims_by_seed);

/// Claims without counts keep what they have.
void set_over_seeds(std::vector<Claim>& claims, const CountsById& counts);

/// Of reference.csv, which is compiled in.
CountsById reference_counts();

/// The lines of such a file; lines that are none are left out.
CountsById read_counts(const std::string& csv);

/// reference.csv from claims with counts: `id,holds,holds_in_part,does_not_hold,undecided`.
std::string reference_csv(const std::vector<Claim>& claims);

/// For REPRODUCE.md: claim, what was measured with the seed of these claims, verdicts over seeds.
std::string markdown_table(const std::vector<Claim>& claims);

/// "holds with all 20 seeds", "holds with 17 of 20 seeds, holds in part with 3: depends on the seed"
std::string text_of(const VerdictCounts& counts);

}  // namespace ballast::reproduction
