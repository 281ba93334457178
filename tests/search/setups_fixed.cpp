// Fixed point: sums of 32 and of 64 bits (up to 64 features, and more), traces of 16 and of 32 bits (lambda up to 0.5,
// and more), with unit features and without, every rule, projection and schedule that it has.

#include <cmath>

#include <etl/array.h>

#include "adapted_learner.hpp"
#include "fixed_setup.hpp"

namespace search {
namespace {

using namespace ballast;

// --- limits ---------------------------------------------------------------------------------------------------------

template <size_t Active>
struct Usual : FixedLimits {
  static constexpr size_t active = Active;
};
template <size_t Active>
struct Wide : Usual<Active> {
  static constexpr double lambda = 0.9;
};
template <size_t Active>
struct Widest : Usual<Active> {
  static constexpr double lambda = 0.98;
  static constexpr double radius = 50;
};
template <size_t Active>
struct Unit : Usual<Active> {
  static constexpr bool has_unit_features = true;
  static constexpr double radius = 2;
};
template <size_t Active>
struct WideUnit : Unit<Active> {
  static constexpr double lambda = 0.9;
  static constexpr double radius = 100;
};

// --- setups ---------------------------------------------------------------------------------------------------------

template <class State>
constexpr size_t length_of = RunsOf<State>::dimension;

template <class Format>
Formats formats_of() {
  using Arithmetic = FixedArithmetic<Format>;
  const auto unit = [](int fraction) { return std::ldexp(1.0, -fraction); };
  return {Format::largest_lambda,
          Format::largest_radius,
          Format::has_unit_features,
          unit(Format::weight_fraction),
          unit(Format::value_fraction),
          unit(Format::trace_fraction),
          unit(Arithmetic::Trace::fraction_bits),
          unit(Format::trace_norm_fraction),
          unit(-Format::norm_shift),
          unit(Format::weight_fraction - 16)};
}

template <template <class> class State, class Limits, class Rule, template <class> class Projection,
          template <class> class Schedule>
FixedLineup make_fixed_lineup() {
  constexpr size_t n = length_of<State<FixedFeature>>;
  using Scalar = Fixed<n, Limits>;
  using Dense = Learner<Scalar, n, Rule, Projection<Scalar>, Schedule<Scalar>>;
  using Double = Learner<double, n, Rule, Projection<double>, Schedule<double>>;
  FixedLineup lineup;
  lineup.dense = std::make_unique<AdaptedLearner<Dense, State<FixedFeature>, 1>>();
  if constexpr (!Scalar::Format::are_few) {
    lineup.dense_array = std::make_unique<AdaptedLearner<Dense, etl::array<FixedFeature, n>, 1>>();
  }
  if constexpr (!Projection<Scalar>::Traits::removes_direction) {
    using Sparse = SparseLearner<Scalar, n, Rule, Projection<Scalar>, Schedule<Scalar>>;
    lineup.sparse = std::make_unique<AdaptedLearner<Sparse, State<FixedFeature>, 1>>();
  }
  lineup.dense_double = std::make_unique<AdaptedLearner<Double, etl::array<double, n>, 1>>();
  return lineup;
}

template <template <class> class State, template <size_t> class Limits, class Rule, template <class> class Projection,
          template <class> class Schedule = ConstantSchedule>
FixedSetup fixed_setup() {
  using Features = State<FixedFeature>;
  using OfState = Limits<capacity_of<Features>>;
  return {variant_of<Rule, Projection, Schedule>(), shape_of<State, 1>(),
          formats_of<typename Fixed<length_of<Features>, OfState>::Format>(),
          make_fixed_lineup<State, OfState, Rule, Projection, Schedule>};
}

// --- features -------------------------------------------------------------------------------------------------------

template <class T>
using One = etl::array<T, 1>;
template <class T>
using Three = etl::array<T, 3>;
template <class T>
using Sixteen = etl::array<T, 16>;
template <class T>
using Many = etl::array<T, 200>;
template <class T>
using Table = OneHot<T, 64>;
template <class T>
using LongTable = OneHot<T, 65>;
template <class T>
using Few = SparseFeatures<T, 65, 4>;
template <class T>
using FewOfSixteen = SparseFeatures<T, 16, 3>;
template <class T>
using Tiles = ActiveFeatures<T, 200, 8>;
template <class T>
using Values = SparseFeatures<T, 200, 8>;

}  // namespace

const std::vector<FixedSetup>& all_fixed_setups() {
  static const std::vector<FixedSetup> all = {
      fixed_setup<One, Usual, Implicit, JointBall>(),
      fixed_setup<One, WideUnit, Implicit, SeparateBalls, PolynomialSchedule>(),
      fixed_setup<Three, Usual, Standard, NoProjection, PolynomialSchedule>(),
      fixed_setup<Three, Widest, Implicit, JointBall>(),
      fixed_setup<Sixteen, Wide, Implicit, JointBall, PolynomialSchedule>(),
      fixed_setup<Sixteen, Unit, ImplicitDifferential, SeparateBalls, TwoDecaying>(),
      fixed_setup<Sixteen, Usual, Implicit, OnesAndJoint>(),
      fixed_setup<FewOfSixteen, Usual, Implicit, SeparateBalls>(),
      fixed_setup<Table, WideUnit, Standard, JointBall>(),
      fixed_setup<LongTable, Wide, Implicit, OnesAndSeparate, PolynomialSchedule>(),
      fixed_setup<Few, Wide, Implicit, JointBall>(),
      fixed_setup<Few, Unit, ImplicitDifferential, JointBall>(),
      fixed_setup<Tiles, Usual, Implicit, SeparateBalls, PolynomialSchedule>(),
      fixed_setup<Values, Unit, Differential, SeparateBalls, TwoDecaying>(),
      fixed_setup<Many, Wide, Implicit, NoProjection>()};
  return all;
}

}  // namespace search
