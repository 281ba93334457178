#pragma once
/// Replaces an invalid template argument by a valid one, so that LearnerBase reports it in one message instead of a
/// page.

#include <ballast/projection.hpp>
#include <ballast/schedule.hpp>

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

}  // namespace detail
}  // namespace ballast
