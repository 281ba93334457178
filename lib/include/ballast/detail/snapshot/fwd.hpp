#pragma once
/// The one that knows what a snapshot contains (access.hpp), for classes to make it a friend.

#include <ballast/detail/compiler.hpp>

namespace ballast {
namespace detail {

struct SnapshotAccess;

}  // namespace detail
}  // namespace ballast
