#pragma once
/// The fingerprint of features, as it is given on the command line.

#include <cstdint>
#include <optional>
#include <string>

namespace tool {

/// What --fingerprint says: a whole number, or 0x and hexadecimal digits. Nothing if the text is empty.
std::optional<uint32_t> parse_fingerprint(const std::string& text);

/// The text or, if it is empty, `saved`. Throws InputError if both are there and differ.
uint32_t fingerprint_from(const std::string& text, std::optional<uint32_t> saved, const std::string& source);

constexpr const char* fingerprint_help =
    "What the features mean, as the device has it: a number, or 0x and hexadecimal digits (0 if not given)";

}  // namespace tool
