#include "experiments/trials/cosines.hpp"

#include <ballast/math/sine.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

namespace ballast::experiments {
namespace {

// ballast::cosine computes in integers and rounds the result, which is off by less than 2^-61 before that (in float by
// 2^-30). Here the cosine is found to within 2^-62. If it rounds to the same number with a margin added and subtracted,
// ballast::cosine rounds to that number, too; else ballast::cosine is called. The margin is more than both errors.
template <class T>
constexpr double margin = std::is_same_v<T, float> ? 0x1p-29 : 0x1p-60;

// A compiler may fuse these operations: that stays within the margin.
using Two = double __attribute__((vector_size(16)));
using TwoWords = std::int64_t __attribute__((vector_size(16)));

// --- a table ---------------------------------------------------------------------------------------------------------

constexpr std::size_t steps = 256;  // in a turn

static_assert(std::numeric_limits<long double>::digits >= 64, "two doubles must be worth their space");
constexpr long double step = 2 * 3.14159265358979323846264338327950288L / steps;

/// The upper 26 digits: a product of two such numbers is exact.
constexpr std::int64_t head_mask = ~INT64_C(0x7FFFFFF);

double head_of(double x) {
  return from_bits<double>(to_bits(x) & static_cast<std::uint64_t>(head_mask));
}

/// At a multiple of the step, each in two parts.
struct Entry {
  double cosine;
  double cosine_rest;
  double sine;  ///< 26 digits
  double sine_rest;
};

Entry entry_of(long double cosine, long double sine) {
  const auto head = static_cast<double>(cosine);
  const double sine_head = head_of(static_cast<double>(sine));
  const auto rest_of = [](long double x, double of) { return static_cast<double>(x - static_cast<long double>(of)); };
  return {head, rest_of(cosine, head), sine_head, rest_of(sine, sine_head)};
}

/// Angles up to 45 degrees, and the rest by symmetry.
std::array<Entry, steps> make_table() {
  constexpr std::size_t quarter = steps / 4;
  std::array<Entry, steps> table{};
  for (std::size_t k = 0; k < quarter; ++k) {
    const bool is_beyond = k > quarter / 2;
    const long double angle = static_cast<long double>(is_beyond ? quarter - k : k) * step;
    long double cosine = std::cos(angle);
    long double sine = std::sin(angle);
    if (is_beyond) { std::swap(cosine, sine); }
    table[k] = entry_of(cosine, sine);
    table[k + quarter] = entry_of(-sine, cosine);
    table[k + 2 * quarter] = entry_of(-cosine, -sine);
    table[k + 3 * quarter] = entry_of(sine, -cosine);
  }
  return table;
}

// --- cosines ---------------------------------------------------------------------------------------------------------

/// x = k steps + remainder + rest
struct Reduced {
  TwoWords k;
  Two remainder;
  Two rest;
};

/// For |x| < 2^14. The step is taken off in parts of 33 digits, whose products with k are exact.
Reduced reduced(Two x) {
  constexpr double first = 0x1.921FB544p-6;
  constexpr double second = 0x1.0B4611A6p-40;
  constexpr double third = 0x1.3198A2E037073p-75;
  constexpr double to_integer = 0x1.8p52;  // added: the last digits are those of the nearest integer
  const Two shifted = x * static_cast<double>(1 / step) + to_integer;
  const Two k = shifted - to_integer;
  const Two near = x - k * first;
  const Two remainder = near - k * second;
  return {reinterpret_cast<TwoWords>(shifted), remainder, ((near - remainder) - k * second) - k * third};
}

/// Its value is the sum.
struct TwoParts {
  Two high;
  Two low;
};

/// a - b, exactly.
TwoParts exact_difference(Two a, Two b) {
  const Two difference = a - b;
  const Two b_back = a - difference;
  return {difference, (a - (difference + b_back)) + (b_back - b)};
}

/// cos(k steps) cos(r) - sin(k steps) sin(r), where r is at most 1/81: only the first term of sin(r), which is r, needs
/// more digits than a double has.
TwoParts cosine_of(const std::array<Entry, steps>& table, Two x) {
  const auto [k, r, rest] = reduced(x);
  const Entry& a = table[static_cast<std::size_t>(k[0]) % steps];
  const Entry& b = table[static_cast<std::size_t>(k[1]) % steps];
  const Two cosine = {a.cosine, b.cosine};
  const Two cosine_rest = {a.cosine_rest, b.cosine_rest};
  const Two sine = {a.sine, b.sine};
  const Two sine_rest = {a.sine_rest, b.sine_rest};

  const Two r2 = r * r;
  const Two without_one = r2 * (0.5 - r2 * (1.0 / 24 - r2 * (1.0 / 720)));          // 1 - cos(r)
  const Two without_r = r * r2 * (1.0 / 6 - r2 * (1.0 / 120 - r2 * (1.0 / 5040)));  // r - sin(r)
  const Two r_head = reinterpret_cast<Two>(reinterpret_cast<TwoWords>(r) & head_mask);
  const Two r_rest = (r - r_head) + rest;
  const auto [high, low] = exact_difference(cosine, sine * r_head);
  const Two small = cosine_rest - cosine * without_one - (sine * (r_rest - without_r) + sine_rest * (r - without_r));
  return {high, low + small};
}

/// Rounds x + offset to T.
template <class T>
Two rounded(const TwoParts& x, double offset) {
  const Two sum = x.high + (x.low + offset);
  if constexpr (std::is_same_v<T, double>) { return sum; }
  const Two shifted = sum * (0x1p29 + 1);
  return shifted - (shifted - sum);  // the digits of a float remain
}

Two load(const double* x) {
  Two result;
  std::memcpy(&result, x, sizeof result);
  return result;
}
Two load(const float* x) {
  const Two result = {static_cast<double>(x[0]), static_cast<double>(x[1])};
  return result;
}
void store(double* to, Two x) {
  std::memcpy(to, &x, sizeof x);
}
void store(float* to, Two x) {
  to[0] = static_cast<float>(x[0]);
  to[1] = static_cast<float>(x[1]);
}

/// Both, or where that cannot be decided what ballast::cosine says.
template <class T>
void two_cosines(const std::array<Entry, steps>& table, const T* angles, T* cosines) {
  constexpr double farthest = 0x1p14;
  const Two x = load(angles);
  const TwoParts exact = cosine_of(table, x);
  const Two result = rounded<T>(exact, margin<T>);
  const TwoWords is_decided = (result == rounded<T>(exact, -margin<T>)) & (x < farthest) & (x > -farthest);
  store(cosines, result);
  if (__builtin_expect((is_decided[0] & is_decided[1]) != 0, 1)) { return; }
  if (is_decided[0] == 0) { cosines[0] = ballast::cosine(static_cast<T>(x[0])); }
  if (is_decided[1] == 0) { cosines[1] = ballast::cosine(static_cast<T>(x[1])); }
}

template <class T>
void all_cosines(const T* angles, T* cosines, std::size_t n) {
  static const std::array<Entry, steps> table = make_table();
  for (std::size_t i = 0; i + 1 < n; i += 2) { two_cosines(table, angles + i, cosines + i); }
  if (n % 2 != 0) { cosines[n - 1] = ballast::cosine(angles[n - 1]); }
}

}  // namespace

void to_cosines(const float* angles, float* cosines, std::size_t n) {
  all_cosines(angles, cosines, n);
}
void to_cosines(const double* angles, double* cosines, std::size_t n) {
  all_cosines(angles, cosines, n);
}

}  // namespace ballast::experiments
