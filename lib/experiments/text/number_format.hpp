#pragma once
/// Numbers and lists as people read them, in plots, captions and the report.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ballast::experiments {

/// Three significant digits, without an exponent where that is easier to read: "0.69", "-0.395", "26.6", "1.6 × 10⁴".
std::string format_number(double number);

/// As it was given: "0.1", "2", "1.5".
std::string as_given(double number);

/// "15,000"
std::string with_commas(std::uint64_t count);

/// "10⁴"
std::string power_of_ten(int exponent);

/// "a", "a and b", "a, b and c"
std::string listed(const std::vector<std::string>& items);

/// "1 trial", "2 trials"
std::string counted(std::uint64_t count, const std::string& noun);

/// For HTML and SVG, in text and in attributes.
std::string escaped(const std::string& text);

}  // namespace ballast::experiments
