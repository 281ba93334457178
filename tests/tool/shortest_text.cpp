// Numbers are written with the characters that fmt writes for "{}", and no more are touched than there is room for.

#include <io/shortest_text.hpp>

#include <ballast/math/random.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <limits>
#include <string>

#include "suite.hpp"

using ballast::from_bits;

namespace {

template <class T>
bool agrees(T x) {
  std::string room(tool::shortest_text_room + 1, '#');
  const char* const end = tool::ShortestText<T>(x).write(room.data());
  const std::string text(room.data(), static_cast<std::size_t>(end - room.data()));
  const std::string expected = fmt::format("{}", x);
  if (text != expected) { std::printf("'%s', not '%s'\n", text.c_str(), expected.c_str()); }
  return text == expected && room.back() == '#';
}

template <class T>
void check(T x) {
  TEST_ASSERT_TRUE(agrees(x));
  TEST_ASSERT_TRUE(agrees(-x));
}

template <class T>
void check_neighbours(T x) {
  for (int i = -3; i <= 3; ++i) {
    check(from_bits<T>(ballast::to_bits(x) + static_cast<typename ballast::Ieee754<T>::Word>(i)));
  }
}

/// All places of the point, and beyond.
template <class T>
void check_powers() {
  for (int power = -30; power <= 30; ++power) {
    const T x = static_cast<T>(std::stod(fmt::format("1e{}", power)));
    check_neighbours(x);
    for (const T digits : {T{9}, T{12}, T{123456}, static_cast<T>(0.75), static_cast<T>(1.0 / 3)}) {
      check_neighbours(x * digits);
    }
  }
}

void test_every_place_of_the_point() {
  check_powers<float>();
  check_powers<double>();
}

template <class T>
void check_special() {
  using Limits = std::numeric_limits<T>;
  for (const T x : {T{0}, T{1}, T{10}, Limits::min(), Limits::max(), Limits::denorm_min(), Limits::infinity(),
                    Limits::quiet_NaN()}) {
    check(x);
  }
  for (int i = 0; i < 20000; ++i) { check(static_cast<T>(i)); }
}

void test_special_numbers() {
  check_special<float>();
  check_special<double>();
}

void test_any_bits() {
  ballast::Random random(1);
  for (int i = 0; i < 200000; ++i) {
    check(from_bits<float>(random.word()));
    check(from_bits<double>(static_cast<uint64_t>(random.word()) << 32U | random.word()));
  }
}

/// As the numbers of a trace are.
void test_usual_sizes() {
  ballast::Random random(2);
  for (int i = 0; i < 200000; ++i) {
    const double size = std::stod(fmt::format("1e{}", i % 24 - 6));
    check(static_cast<float>(random.uniform(-size, size)));
    check(random.uniform(-size, size));
  }
}

void test_repeated_numbers() {
  tool::RepeatedText<double> text;
  for (const double x : {0.0, 0.0, -0.0, 0.1, 0.1, 1e300, 0.25, 0.25, 0.0}) {
    std::string room(tool::shortest_text_room, '#');
    const char* const end = text.write(room.data(), x);
    TEST_ASSERT_TRUE(room.substr(0, static_cast<std::size_t>(end - room.data())) == fmt::format("{}", x));
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_every_place_of_the_point);
  RUN_TEST(test_special_numbers);
  RUN_TEST(test_any_bits);
  RUN_TEST(test_usual_sizes);
  RUN_TEST(test_repeated_numbers);
  return UNITY_END();
}
