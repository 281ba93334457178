#pragma once
/// Replaces an invalid template argument by a valid one, so that LearnerBase reports it in one message instead of a
/// page.

#include <ballast/projection.hpp>
#include <ballast/schedule.hpp>

#include <stddef.h>

#include <etl/array.h>
#include <etl/type_traits.h>

namespace ballast {
namespace detail {

template <class T, class = void>
struct IsProjection : etl::false_type {};
template <class T>
struct IsProjection<T, etl::void_t<typename T::Traits>> : etl::true_type {};

template <class T, class = void>
struct IsSchedule : etl::false_type {};
template <class T>
struct IsSchedule<T, etl::void_t<typename T::Rate>> : etl::true_type {};

template <class Projection, class Scalar>
using CheckedProjection = etl::conditional_t<IsProjection<Projection>::value, Projection, JointBall<Scalar>>;

template <class Schedule, class Scalar>
using CheckedSchedule = etl::conditional_t<IsSchedule<Schedule>::value, Schedule, ConstantSchedule<Scalar>>;

template <class T, class = void>
struct IsFeatureVector : etl::false_type {};
template <class T>
struct IsFeatureVector<T, etl::void_t<typename T::Feature>> : etl::true_type {};
template <class T, size_t Dimension>
struct IsFeatureVector<etl::array<T, Dimension>> : etl::true_type {};

template <class Features, class Scalar>
using CheckedFeatures = etl::conditional_t<IsFeatureVector<Features>::value, Features, etl::array<Scalar, 1>>;

}  // namespace detail
}  // namespace ballast
