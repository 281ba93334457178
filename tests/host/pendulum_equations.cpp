// Every single step of the pendulum, from any state, against the equations of Gymnasium's Pendulum-v1, written here
// again.

#include <ballast/sim/pendulum.hpp>

#include <algorithm>
#include <cmath>

#include "noise.hpp"
#include "suite.hpp"

namespace {

constexpr double pi = 3.14159265358979323846;

struct Reference {
  double angle;
  double speed;

  /// Python's %, which is never negative.
  static double angle_normalize(double x) {
    double remainder = std::fmod(x + pi, 2 * pi);
    if (remainder < 0) { remainder += 2 * pi; }
    return remainder - pi;
  }

  double step(double torque) {
    const double u = std::clamp(torque, -2.0, 2.0);
    const double a = angle_normalize(angle);
    const double costs = a * a + 0.1 * (speed * speed) + 0.001 * (u * u);
    double new_speed = speed + (3 * 10.0 / (2 * 1.0) * std::sin(angle) + 3.0 / (1.0 * 1.0 * 1.0) * u) * 0.05;
    new_speed = std::clamp(new_speed, -8.0, 8.0);
    angle = angle + new_speed * 0.05;
    speed = new_speed;
    return -costs / 16.27;
  }
};

void check_step(double angle, double speed, uint32_t action) {
  Reference reference{angle, speed};
  ballast::sim::Pendulum<double> pendulum;
  pendulum.set(angle, speed);
  const double expected = reference.step(static_cast<double>(action) - 2.0);
  const double reward = pendulum.step(action);
  TEST_ASSERT_TRUE(std::fabs(reward - expected) <= 1e-12);
  TEST_ASSERT_TRUE(std::fabs(pendulum.speed() - reference.speed) <= 1e-12);
  TEST_ASSERT_TRUE(std::fabs(pendulum.angle() - reference.angle) <= 1e-12);
}

void test_every_step_from_any_state() {
  Noise noise(1);
  for (int i = 0; i < 200000; ++i) {
    const double reaches[] = {2 * pi, 1000.0, 1e5, 0x1p20 - 1.0};
    const double reach = reaches[i % 4];
    check_step(reach * noise.number<double>(), 8.0 * noise.number<double>(), noise.word() % 5);
  }
}

void test_edges() {
  const double angles[] = {0.0,     pi,     -pi,     std::nextafter(pi, 0), std::nextafter(pi, 4), 3 * pi,
                           -3 * pi, 2 * pi, 0.5 * pi};
  const double speeds[] = {0.0, 8.0, -8.0, 7.9999999};
  for (const double angle : angles) {
    for (const double speed : speeds) {
      for (uint32_t action = 0; action < 5; ++action) { check_step(angle, speed, action); }
    }
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_every_step_from_any_state);
  RUN_TEST(test_edges);
  return UNITY_END();
}
