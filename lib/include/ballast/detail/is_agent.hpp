#pragma once
/// Whether a type is an agent or a learner.

#include <ballast/detail/compiler.hpp>

#include <etl/type_traits.h>

namespace ballast {
namespace detail {

/// An agent: what has a learner in it.
template <class T, class = void>
struct IsAgent : etl::false_type {};
template <class T>
struct IsAgent<T, etl::void_t<typename T::StateFeatures>> : etl::true_type {};

}  // namespace detail
}  // namespace ballast
