// Numbers read from a log have the bits that strtof and strtod give, whichever way is taken, and end where those end.

#include <io/number.hpp>

#include <cmath>
#include <cstdio>
#include <string>

#include "noise.hpp"
#include "suite.hpp"

using ballast::to_bits;

namespace {

float c_library(const char* text, char** end, float /*type*/) {
  return std::strtof(text, end);
}
double c_library(const char* text, char** end, double /*type*/) {
  return std::strtod(text, end);
}

template <class T>
bool agrees(const std::string& text) {
  // Behind the text is what follows in a log, and behind that what must not be looked at.
  const std::string line = text + ",9\n" + std::string(tool::read_ahead, '7');
  const char* const end = line.data() + text.size() + 2;
  const tool::Number<T> number = tool::read_number<T>(line.data(), end);
  char* expected_end = nullptr;
  const T expected = c_library(line.data(), &expected_end, T{});
  const bool both_nan = std::isnan(expected) && std::isnan(number.value);
  const bool good = number.end == expected_end && (both_nan || to_bits(number.value) == to_bits(expected));
  if (!good) { std::printf("%s: %a, not %a\n", text.c_str(), double(number.value), double(expected)); }
  return good;
}

void check(const std::string& text) {
  TEST_ASSERT_TRUE(agrees<float>(text));
  TEST_ASSERT_TRUE(agrees<double>(text));
}

std::string digits(Noise& noise, uint32_t count) {
  std::string result;
  while (result.size() < count) { result += static_cast<char>('0' + noise.word() % 10); }
  return result;
}

void test_every_form() {
  for (const char* text : {"0",
                           "-0",
                           "0.0",
                           "1",
                           "-1",
                           "1.",
                           ".5",
                           "-.5",
                           "+1",
                           "+.25",
                           "+0.5e-3",
                           "+inf",
                           "00012.50",
                           "1e3",
                           "1E3",
                           "1e+3",
                           "1e-3",
                           "-1.5e-05",
                           "1e22",
                           "1e23",
                           "1e27",
                           "1e28",
                           "1e-27",
                           "1e-28",
                           "123456789012345678",
                           "1234567890123456789",
                           "123456789012345678901234567890",
                           "0.000000000000000000000000000000000001",
                           "9007199254740993",
                           "0.1000000000000000055511151231257827",
                           "1e0000000000000000003"}) {
    check(text);
  }
}

void test_what_is_no_finite_number() {
  for (const char* text : {"nan", "NaN", "-nan", "inf", "-inf", "INF", "infinity", "1e39", "-1e39", "1e400", "-1e400",
                           "340282350000000000000000000000000000000", "340282360000000000000000000000000000000"}) {
    check(text);
  }
}

void test_what_is_too_small() {
  for (const char* text : {"1e-38", "1e-45", "1e-46", "-1e-46", "7e-46", "1e-308", "4.9e-324", "1e-400", "-1e-400",
                           "1.1754943508222875e-38", "1.1754942e-38", "2.2250738585072011e-308"}) {
    check(text);
  }
}

void test_text_is_no_number() {
  for (const char* text : {"", "-", "+", "x", "-x", "+x", "e5", ".", "+.", "--1", "++1", "+-1", "-+1", " 1"}) {
    const std::string line = std::string(text) + "\n" + std::string(tool::read_ahead, '7');
    TEST_ASSERT_TRUE(tool::read_number<float>(line.data(), line.data() + std::strlen(text)).end == line.data());
  }
  const std::string line = "1e,\n" + std::string(tool::read_ahead, '7');
  TEST_ASSERT_TRUE(tool::read_number<double>(line.data(), line.data() + 3).end == line.data() + 1);
}

void test_a_number_ends_at_what_is_no_digit() {
  for (std::size_t length = 1; length < 20; ++length) {
    for (int c = 1; c < 256; ++c) { check(std::string(length, '1') + static_cast<char>(c) + "55555555"); }
  }
}

void test_random_digits() {
  Noise noise(1);
  for (int i = 0; i < 400000; ++i) {
    std::string text = noise.word() % 2 == 0 ? "-" : "";
    text += digits(noise, 1 + noise.word() % (i % 8 == 0 ? 22 : 3));
    if (noise.word() % 8 != 0) { text += "." + digits(noise, noise.word() % 26); }
    if (noise.word() % 4 == 0) { text += "e" + std::to_string(static_cast<int>(noise.word() % 80) - 40); }
    check(text);
  }
}

void test_leading_zeros() {
  Noise noise(2);
  for (int i = 0; i < 20000; ++i) {
    check("0." + std::string(noise.word() % 30, '0') + digits(noise, 1 + noise.word() % 24));
  }
}

/// Where rounding is decided: half-way between two floats, exactly (a double has it), and a little beside it.
void test_half_way_between_two_floats() {
  Noise noise(3);
  for (int i = 0; i < 20000; ++i) {
    const uint32_t exponent = 107 + noise.word() % 40;
    const float lower = ballast::from_bits<float>((exponent << 23) | (noise.word() & 0x7FFFFF));
    const float upper = ballast::from_bits<float>(to_bits(lower) + 1);
    char text[200];
    std::snprintf(text, sizeof text, "%.70f", (double(lower) + double(upper)) / 2);
    std::string exact = text;
    check(exact);
    exact.erase(exact.find_last_not_of('0') + 1);
    check(exact);
    check(exact + "00000000000000000000000001");
    exact.back() = static_cast<char>(exact.back() - 1);  // the last digit is not 0
    check(exact + "99999");
  }
}

/// The same between two doubles; a long double has it.
void test_half_way_between_two_doubles() {
  Noise noise(4);
  for (int i = 0; i < 20000; ++i) {
    const uint64_t mantissa = (uint64_t{noise.word()} << 28) ^ (uint64_t{noise.word()} << 8) ^ noise.word();
    const uint64_t exponent = 1003 + noise.word() % 40;
    const double lower = ballast::from_bits<double>((exponent << 52) | (mantissa & 0xFFFFFFFFFFFFF));
    const double upper = ballast::from_bits<double>(to_bits(lower) + 1);
    char text[200];
    std::snprintf(text, sizeof text, "%.90Lf", (static_cast<long double>(lower) + static_cast<long double>(upper)) / 2);
    std::string exact = text;
    check(exact);
    exact.erase(exact.find_last_not_of('0') + 1);
    check(exact + "00000000000000000000000001");
    exact.back() = static_cast<char>(exact.back() - 1);
    check(exact + "99999");
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_every_form);
  RUN_TEST(test_what_is_no_finite_number);
  RUN_TEST(test_what_is_too_small);
  RUN_TEST(test_text_is_no_number);
  RUN_TEST(test_a_number_ends_at_what_is_no_digit);
  RUN_TEST(test_random_digits);
  RUN_TEST(test_leading_zeros);
  RUN_TEST(test_half_way_between_two_floats);
  RUN_TEST(test_half_way_between_two_doubles);
  return UNITY_END();
}
