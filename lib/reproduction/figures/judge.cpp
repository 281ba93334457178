#include "reproduction/figures/judge.hpp"

#include "reproduction/claims/claims.hpp"
#include "reproduction/claims/stability.hpp"

namespace ballast::reproduction {
namespace {

void append(std::vector<Claim>& claims, const std::vector<Claim>& more) {
  claims.insert(claims.end(), more.begin(), more.end());
}

}  // namespace

std::vector<Claim> claims_of(const std::vector<FigurePlan>& plans, const Results& results) {
  std::vector<Claim> claims;
  if (!has_intervals(results.info)) { return claims; }
  for (const FigurePlan& plan : plans) {
    const Figure* const figure = results.figure(plan.name);
    if (figure == nullptr) { continue; }
    append(claims, plan.claims(*figure));
    if (results.extra && plan.extra_claims != nullptr) { append(claims, plan.extra_claims(*results.extra, *figure)); }
    if (results.extra) { append(claims, range_claims(*results.extra, *figure)); }
  }
  append(claims, projection_claims(results.figures));
  for (const TopicResult& topic : results.theory) { append(claims, topic.claims); }
  if (is_like_reference(results.info)) { set_over_seeds(claims, reference_counts()); }
  return claims;
}

}  // namespace ballast::reproduction
