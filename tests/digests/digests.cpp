// Whether this machine arrives at the digests that every machine must arrive at: the smallest program that shows it,
// for targets on which the suites do not run. Without Unity, which needs more memory than an ATmega328P has. It says
// which digest differs and how many are equal.

#include <board/console.h>

#include "digests_of.hpp"
#include "expected_digests.hpp"
#include "fixed_digests_of.hpp"
#include "health_digest.hpp"
#include "known_differences.hpp"

// One part of it with -DPART=n, where all of it does not fit.
#if defined(PART)
#define IN_PART(n) (PART == (n))
#else
#define IN_PART(n) 1
#endif

using namespace digests;

namespace {

void write_number(unsigned n) {
  if (n > 9) { write_number(n / 10); }
  board_putchar('0' + static_cast<char>(n % 10));
}

void write_hex(uint64_t word) {
  for (unsigned shift = 64; shift > 0;) {
    shift -= 4;
    board_putchar("0123456789abcdef"[word >> shift & 15U]);
  }
}

class Comparison {
 public:
  [[gnu::noinline]] void expect(const char* name, uint64_t expected, uint64_t computed) {
    ++all_;
    if (computed == expected) {
      ++equal_;
      return;
    }
    board_write(name);
    board_write(" differs: ");
    write_hex(computed);
    board_putchar('\n');
  }

  /// The exit code.
  int end() const {
    write_number(equal_);
    board_write(" of ");
    write_number(all_);
    board_write(" digests equal\n");
    return equal_ == all_ && all_ > 0 ? 0 : 1;
  }

 private:
  unsigned all_ = 0;
  unsigned equal_ = 0;
};

// A function for each digest, so that it is not larger for being computed in main with others.
#define EXPECT(name, ...) comparison.expect(#name, expected::name, (__VA_ARGS__))

#if IN_PART(1)
void compare_functions(Comparison& comparison) {
  EXPECT(pow_float, digest_of_pow<float>());
  EXPECT(square_roots_float, digest_of_square_roots<float>());
  EXPECT(sines_float, digest_of_sines<float>());
  EXPECT(logarithms_float, digest_of_logarithms<float>());
  EXPECT(normals_float, digest_of_normals<float>());
  EXPECT(schedules_float, digest_of_schedules<float>());
  if constexpr (has_double) {  // of what is called with double, only where double has 8 bytes
    EXPECT(pow_double, digest_of_pow<Double>());
    EXPECT(square_roots_double, digest_of_square_roots<Double>());
    EXPECT(sines_double, digest_of_sines<Double>());
    EXPECT(logarithms_double, digest_of_logarithms<Double>());
    EXPECT(normals_double, digest_of_normals<Double>());
    EXPECT(schedules_double, digest_of_schedules<Double>());
  }
}
#endif

#if IN_PART(2)
void compare_few_features(Comparison& comparison) {
  EXPECT(few_features_float, digest_of_dimensions<float>(etl::index_sequence<1, 4, 8>{}));
}
#endif

#if IN_PART(3)
void compare_sparse_learners(Comparison& comparison) {
  EXPECT(sparse_joint_ball_float, digest_of_sparse<float, Standard>(joint_ball<float>()));
  EXPECT(cancelled_traces_float, digest_of_cancelled_traces<float>(no_ball<float>()));
}
#endif

#if IN_PART(4)
void compare_agent(Comparison& comparison) {
  EXPECT(agent_float, digest_of_agent<float, Implicit>(of_control<float>()));
  if constexpr (double_addition_is_ieee) {
    EXPECT(agent_double, digest_of_agent<Double, Implicit>(of_control<Double>()));
  }
}
#endif

#if IN_PART(5)
void compare_norms(Comparison& comparison) {
  EXPECT(limited_norms_float, digest_of_limited_norms<float>());
}
#endif

#if IN_PART(6)
void compare_features(Comparison& comparison) {
  FourierTable<float> table{};
  EXPECT(fourier_table_float, digest_of_fourier_table(table));
  EXPECT(fourier_features_float, digest_of_fourier_features(table));
  EXPECT(tiles_float, digest_of_tiles<float>());
}
#endif

#if IN_PART(7)
void compare_simulators(Comparison& comparison) {
  EXPECT(processes_float, digest_of_processes<float>());
  EXPECT(control_float, digest_of_control<float>());
}
#endif

#if IN_PART(8)
void compare_projections(Comparison& comparison) {
  EXPECT(implicit_joint_ball_float, digest_of<float, Implicit, 21>(polynomial<float>(), joint_ball<float>()));
}
#endif

#if IN_PART(9)
void compare_rules(Comparison& comparison) {
  EXPECT(standard_joint_ball_float, digest_of<float, Standard, 6>(constant<float>(), joint_ball<float>()));
  EXPECT(differential_float, digest_of_rule<float, Differential, 6>(polynomial<float>()));
  if constexpr (double_addition_is_ieee) {
    EXPECT(implicit_joint_ball_double, digest_of<Double, Implicit, 6>(constant<Double>(), joint_ball<Double>()));
  }
}
#endif

#if IN_PART(10)
void compare_fixed_point(Comparison& comparison) {
  if constexpr (has_double) {  // else settings such as 1e-4 are other numbers
    EXPECT(fixed_implicit, digest_of_fixed<Implicit>());
  }
  EXPECT(fixed_implicit_binary_steps, digest_of_fixed<Implicit>(binary_steps));
  EXPECT(fixed_sparse, digest_of_fixed_sparse());
}
#endif

#if IN_PART(11)
void compare_dimensions(Comparison& comparison) {
  EXPECT(every_dimension_float, digest_of_dimensions<float>(EveryDimension{}));
}
#endif

#if IN_PART(12)
void compare_health(Comparison& comparison) {
  EXPECT(health, digest_of_health());
}
#endif

}  // namespace

int main() {
  Comparison comparison;
#if IN_PART(1)
  compare_functions(comparison);
  compare_known_differences(comparison);
#endif
#if IN_PART(2)
  compare_few_features(comparison);
#endif
#if IN_PART(3)
  compare_sparse_learners(comparison);
#endif
#if IN_PART(4)
  compare_agent(comparison);
#endif
#if IN_PART(5)
  compare_norms(comparison);
#endif
#if IN_PART(6)
  compare_features(comparison);
#endif
#if IN_PART(7)
  compare_simulators(comparison);
#endif
#if IN_PART(8)
  compare_projections(comparison);
#endif
#if IN_PART(9)
  compare_rules(comparison);
#endif
#if IN_PART(10)
  compare_fixed_point(comparison);
#endif
#if IN_PART(11)
  compare_dimensions(comparison);
#endif
#if IN_PART(12)
  compare_health(comparison);
#endif
  return comparison.end();
}
