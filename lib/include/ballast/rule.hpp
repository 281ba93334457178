#pragma once
/// The update rules: the paper's implicit one, and the standard one that it is compared with.

#include <ballast/detail/compiler.hpp>

namespace ballast {

/// k = beta, a = c beta. Diverges for c beta > 2 whatever the features; the faster one at small step-sizes.
struct Standard {};

/// k = beta / (1 + beta ||z||^2), a = c beta / (1 + c beta): the step that the new estimates themselves would take.
struct Implicit {};

}  // namespace ballast
