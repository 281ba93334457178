#include "setups.hpp"

namespace search {
namespace {

std::vector<Setup> collected() {
  std::vector<Setup> all = setups_of_few_features();
  for (const Setup& setup : setups_of_other_kinds()) { all.push_back(setup); }
  for (const Setup& setup : setups_of_many_features()) { all.push_back(setup); }
  return all;
}

}  // namespace

const std::vector<Setup>& all_setups() {
  static const std::vector<Setup> all = collected();
  return all;
}

}  // namespace search
