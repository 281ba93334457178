#pragma once
/// Numbers and names for C++ headers that the tool writes.

#include <string>
#include <vector>

namespace tool {

/// Throws InputError if --name is no valid C++ name: a keyword, reserved, or one of the namespaces in use.
void check_name(const std::string& name);

/// Hexadecimal digits are exact.
std::string literal(float x);
std::string literal(double x);

/// `{a, b, c}`, in lines of at most 120 characters.
template <class T>
std::string row(const std::vector<T>& numbers, const std::string& indent);

}  // namespace tool
