#pragma once
/// What the paper says about its figures, and whether the numbers support it: for each figure the rules by which its
/// verdicts are computed. figures.cpp says which figure they belong to.

#include <vector>

#include "reproduction/claims/claim.hpp"
#include "reproduction/extra/extra_results.hpp"
#include "reproduction/paper/figure.hpp"

namespace ballast::reproduction {

// Evaluation, over step-sizes and over time.
std::vector<Claim> sensitivity_claims(const Figure& figure);  ///< standard TD alone
std::vector<Claim> mrp_constant_claims(const Figure& figure);
std::vector<Claim> mrp_decaying_claims(const Figure& figure);
std::vector<Claim> boyan_constant_claims(const Figure& figure);
std::vector<Claim> boyan_decaying_claims(const Figure& figure);

std::vector<Claim> control_claims(const Figure& figure);
std::vector<Claim> ratio_claims(const Figure& figure);

/// One claim over all figures in which methods with a projection are run, shown with the first of them; nothing if
/// there is none.
std::vector<Claim> projection_claims(const std::vector<Figure>& figures);

// With the extra experiments. Claims that need a missing part are left out.
std::vector<Claim> extra_control_claims(const ExtraResults& extra, const Figure& figure);
std::vector<Claim> extra_decaying_claims(const ExtraResults& extra, const Figure& figure);
std::vector<Claim> range_claims(const ExtraResults& extra, const Figure& figure);  ///< of figures with a wider sweep

}  // namespace ballast::reproduction
