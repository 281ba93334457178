#pragma once
/// The chain of the last few states.

#include <ballast/oracle/matrix.hpp>

#include <vector>

namespace ballast::oracle {

/// The states S_{t-terms+1} .. S_t as one state of a chain; shorter ones at the start.
struct RecentStates {
  struct Transition {
    Index to;
    Scalar probability;
  };
  std::vector<std::vector<Index>> paths;  ///< oldest state first; those of a single state are the first S, in order
  std::vector<std::vector<Transition>> transitions;
  Index count = 0;  ///< of transitions
};

/// Throws ModelError for more than `most` transitions.
RecentStates recent_states(const Matrix& P, Index terms, Index most);

}  // namespace ballast::oracle
