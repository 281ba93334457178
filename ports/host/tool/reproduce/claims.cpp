#include "claims.hpp"

namespace tool::reproduce {

std::vector<Claim> claims_of(const Results&) {
  return {};
}

}  // namespace tool::reproduce
