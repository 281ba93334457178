#pragma once
/// The learner for a type of features: SparseLearner, whose cost grows with the active features, if a few out of many
/// are stored; Learner, which walks through all of them, if they are an array. WithoutDirection has as many entries as
/// there are weights, so it works with Learner only; in fixed point so does WithoutOnes.

#include <ballast/detail/checked.hpp>
#include <ballast/features/run.hpp>
#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>

#include <stddef.h>

#include <etl/type_traits.h>

namespace ballast {

template <class FeatureVector>
constexpr bool is_sparse = capacity_of<FeatureVector> < RunsOf<FeatureVector>::dimension;

namespace detail {

/// A host has another choice for features whose number is known at run time.
template <class FeatureVector, class Scalar, size_t Dimension, class Rule, class Projection, class Schedule>
struct LearnerChoice {
  using Traits = typename CheckedProjection<Projection, Scalar>::Traits;
  static constexpr bool moves_all_weights = ArithmeticOf<Scalar>::accepts_everything && Traits::removes_direction;
  using type = etl::conditional_t<is_sparse<FeatureVector> && Traits::dimension == any_dimension && !moves_all_weights,
                                  SparseLearner<Scalar, Dimension, Rule, Projection, Schedule>,
                                  Learner<Scalar, Dimension, Rule, Projection, Schedule>>;
};

}  // namespace detail

/// For `Dimension` weights, and features of type `FeatureVector` or blocks of it.
template <class FeatureVector, class Scalar, size_t Dimension, class Rule, class Projection, class Schedule>
using LearnerFor = typename detail::LearnerChoice<FeatureVector, Scalar, Dimension, Rule, Projection, Schedule>::type;

}  // namespace ballast
