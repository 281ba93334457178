// Learners in fixed point, beside the same in integers as it is written first, and beside float (dense.cpp).

#include <ballast/fixed.hpp>

#include "add_learner.hpp"
#include "dense_data.hpp"
#include "dense_integers.hpp"

namespace bench {
namespace {

template <std::size_t Dimension>
void add_dimension() {
  using Data = DenseData<ballast::FixedFeature, Dimension>;
  using Integers = DenseIntegers<ballast::FixedFeature, Dimension>;
  const Data& data = *new Data();  // until the program ends: what is timed refers to it
  const std::string of_case = dense_case<ballast::FixedFeature>(Dimension);
  add_learner<ballast::FixedLearner<Dimension>>(of_case, "ballast_joint", data);
  add_learner<ballast::FixedLearner<Dimension, ballast::FixedLimits, ballast::Standard>>(
      of_case, "ballast_standard_joint", data);
  add_updates<Integers>(
      of_case, "vector", [](Integers&) {}, data, Data::transitions);
}

template <std::size_t... Dimensions>
bool add_fixed() {
  (add_dimension<Dimensions>(), ...);
  return true;
}

const bool is_added = add_fixed<DIMENSIONS>();

}  // namespace
}  // namespace bench
