#pragma once
/// The name that was probably meant.

#include <string>
#include <vector>

namespace ballast::experiments {

/// The one that takes the fewest letters to change, if these are few; otherwise empty.
std::string nearest_name(const std::string& given, const std::vector<std::string>& names);

/// "; did you mean 'implicit'?", or, if no name is near, "; it must be standard or implicit"
std::string hint(const std::string& given, const std::vector<std::string>& names);

}  // namespace ballast::experiments
