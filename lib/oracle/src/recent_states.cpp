#include "recent_states.hpp"

#include <cstddef>
#include <map>
#include <utility>

#include "message.hpp"

namespace ballast::oracle {

namespace {

std::vector<Index> continued(std::vector<Index> path, Index next, Index terms) {
  path.push_back(next);
  if (static_cast<Index>(path.size()) > terms) { path.erase(path.begin()); }
  return path;
}

}  // namespace

RecentStates recent_states(const Matrix& P, Index terms, Index most) {
  RecentStates result;
  std::map<std::vector<Index>, Index> known;
  const auto index_of = [&](const std::vector<Index>& path) {
    const auto [place, is_new] = known.emplace(path, static_cast<Index>(result.paths.size()));
    if (is_new) { result.paths.push_back(path); }
    return place->second;
  };
  for (Index state = 0; state < P.rows(); ++state) { index_of({state}); }
  for (std::size_t from = 0; from < result.paths.size(); ++from) {
    const std::vector<Index> path = result.paths[from];
    auto& here = result.transitions.emplace_back();
    for (Index next = 0; next < P.cols(); ++next) {
      const Scalar probability = P(path.back(), next);
      if (probability > 0) { here.push_back({index_of(continued(path, next, terms)), probability}); }
    }
    result.count += static_cast<Index>(here.size());
    if (result.count > most) {
      fail("the trace needs the last ", terms, " states, and these have more than ", most,
           " transitions: allow a larger error of the trace");
    }
  }
  return result;
}

}  // namespace ballast::oracle
