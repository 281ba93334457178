#pragma once
/// Which learner goes with which features: the one whose cost follows the active features, where features are stored as
/// a few out of many; the one that walks through all of them, where they are an array. A direction of your own
/// (WithoutDirection) has as many entries as there are weights, and so is for the latter alone.

#include <ballast/detail/checked.hpp>
#include <ballast/features/run.hpp>
#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>

#include <stddef.h>

#include <etl/type_traits.h>

namespace ballast {

template <class FeatureVector>
constexpr bool is_sparse = capacity_of<FeatureVector> < RunsOf<FeatureVector>::dimension;

/// For `Dimension` weights and features that are of `FeatureVector`, or blocks of it.
template <class FeatureVector, class Scalar, size_t Dimension, class Rule, class Projection, class Schedule>
using LearnerFor =
    etl::conditional_t<is_sparse<FeatureVector> &&
                           detail::CheckedProjection<Projection, Scalar>::Traits::dimension == any_dimension,
                       SparseLearner<Scalar, Dimension, Rule, Projection, Schedule>,
                       Learner<Scalar, Dimension, Rule, Projection, Schedule>>;

}  // namespace ballast
