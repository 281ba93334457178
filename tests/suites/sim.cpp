// The simulators are the environments the paper describes.

#include <ballast/sim/access_control.hpp>
#include <ballast/sim/boyan_chain.hpp>
#include <ballast/sim/environment.hpp>
#include <ballast/sim/pendulum.hpp>
#include <ballast/sim/random_mrp.hpp>

#include "suite.hpp"

using namespace ballast;

namespace {

#if defined(LONG_RUNS)
constexpr uint32_t many = 1000000;
#else
constexpr uint32_t many = 20000;
#endif

template <class T>
bool is_near(T x, T y, T tolerance) {
  return x - y <= tolerance && y - x <= tolerance;
}

// --- reward processes -----------------------------------------------------------------------------------------------

template <class Process>
void check_process(const Process& process, typename Process::Value tolerance) {
  using T = typename Process::Value;
  T largest = T{0};
  for (size_t s = 0; s < Process::states; ++s) {
    T sum = T{0};
    for (const T p : process.transition[s]) {
      TEST_ASSERT_TRUE(p >= T{0});
      sum = sum + p;
    }
    TEST_ASSERT_TRUE(is_near(sum, T{1}, tolerance));
    TEST_ASSERT_TRUE(process.norm(s) <= T{1} + tolerance);
    largest = process.norm(s) > largest ? process.norm(s) : largest;
  }
  TEST_ASSERT_TRUE(is_near(largest, T{1}, tolerance));
}

/// v solves v = r - omega e + P v and has stationary mean zero.
template <class Process>
void check_differential_value(const Process& process, typename Process::Value tolerance) {
  using T = typename Process::Value;
  T v[Process::states];
  T omega{};
  TEST_ASSERT_TRUE(process.differential_value(v, omega));
  for (size_t s = 0; s < Process::states; ++s) {
    T right = process.reward[s] - omega;
    for (size_t next = 0; next < Process::states; ++next) { right = right + process.transition[s][next] * v[next]; }
    TEST_ASSERT_TRUE(is_near(v[s], right, tolerance));
  }
  // The last two columns are e and v, divided by the same number.
  const T scale = process.phi[0][Process::dimension - 2];
  for (size_t s = 0; s < Process::states; ++s) {
    TEST_ASSERT_TRUE(is_near(process.phi[s][Process::dimension - 2], scale, tolerance));
    TEST_ASSERT_TRUE(is_near(process.phi[s][Process::dimension - 1], v[s] * scale, tolerance));
  }
}

template <class T>
void check_random_mrp(T tolerance) {
  Random random(1);
  sim::RewardProcess<T, 20, 6> process;
  sim::draw_random_mrp(process, random);
  check_process(process, tolerance);
  check_differential_value(process, tolerance);
  sim::RewardProcess<T, 20, 6> per_row;
  Random same(1);
  sim::draw_random_mrp(per_row, same, sim::Scaling::per_row);
  for (size_t s = 0; s < 20; ++s) { TEST_ASSERT_TRUE(is_near(per_row.norm(s), T{1}, tolerance)); }
}

void test_random_mrp() {
  check_random_mrp<float>(1e-5F);
  check_random_mrp<double>(1e-13);
}

template <class T>
void check_boyan_chain(T tolerance) {
  sim::BoyanChain<T> chain;
  sim::make_boyan_chain(chain, 0x1555);
  check_process(chain, tolerance);
  check_differential_value(chain, tolerance);
  TEST_ASSERT_TRUE(chain.transition[12][11] == T{1} && chain.transition[11][9] == T{1});
  TEST_ASSERT_TRUE(chain.transition[1][0] == T{1} && is_near(chain.transition[0][7], T{1} / T{13}, tolerance));
  TEST_ASSERT_TRUE(chain.reward[12] == T{1} && chain.reward[11] == static_cast<T>(0.5F));
  const T scale = chain.phi[0][0];  // state 0 is (1, 0, 0, 0)
  TEST_ASSERT_TRUE(is_near(chain.phi[5][1], static_cast<T>(0.75F) * scale, tolerance));
  TEST_ASSERT_TRUE(is_near(chain.phi[5][2], static_cast<T>(0.25F) * scale, tolerance));
  TEST_ASSERT_TRUE(is_near(chain.phi[12][3], scale, tolerance) && chain.phi[12][2] == T{0});
}

void test_boyan_chain() {
  check_boyan_chain<float>(1e-5F);
  check_boyan_chain<double>(1e-13);
}

void test_a_walk_visits_states_as_often_as_it_should() {
  Random random(2);
  sim::BoyanChain<float> chain;
  sim::make_boyan_chain(chain, 0);
  float v[13];
  float omega{};
  TEST_ASSERT_TRUE(chain.differential_value(v, omega));
  chain.start(random);
  float sum = 0.0F;
  for (uint32_t t = 0; t < 20000; ++t) { sum += chain.step(random); }
  TEST_ASSERT_TRUE(is_near(sum / 20000.0F, omega, 0.01F));
}

// --- access control -------------------------------------------------------------------------------------------------

void test_always_accepting_earns_what_it_should() {
  using Queue = sim::AccessControl<float>;
  Random random(3);
  Queue queue;
  queue.start(random);
  TEST_ASSERT_EQUAL_UINT32(10, queue.free_servers());
  double sum = 0.0;
  for (uint32_t t = 0; t < many; ++t) {
    TEST_ASSERT_TRUE(queue.free_servers() <= 10 && queue.customer_class() >= 1 && queue.customer_class() <= 4);
    sum += static_cast<double>(queue.step(Queue::accept, random));
  }
  const double mean = sum / static_cast<double>(many);
  TEST_ASSERT_TRUE(is_near(mean, 0.2727, many > 100000 ? 0.003 : 0.02));  // exact: 0.2727
}

void test_a_full_queue_can_only_reject() {
  using Queue = sim::AccessControl<float>;
  Random random(4);
  Queue queue;
  queue.set(0, 4);
  TEST_ASSERT_FALSE(queue.is_feasible(Queue::accept));
  TEST_ASSERT_TRUE(queue.is_feasible(Queue::reject));
  ASSERT_SAME_BITS(0.0F, queue.step(Queue::accept, random));
  queue.set(1, 3);
  ASSERT_SAME_BITS(0.5F, queue.step(Queue::accept, random));
  TEST_ASSERT_FALSE(queue.is_feasible(2));
}

// --- pendulum -------------------------------------------------------------------------------------------------------

void test_an_upright_pendulum_stays_and_costs_nothing() {
  sim::Pendulum<float> pendulum;
  for (int t = 0; t < 100; ++t) { ASSERT_SAME_BITS(-0.0F, pendulum.step(2)); }
  ASSERT_SAME_BITS(0.0F, pendulum.angle());
}

template <class T>
void check_a_spinning_pendulum() {
  sim::Pendulum<T> pendulum;
  pendulum.set(sim::Pendulum<T>::farthest - T{100}, T{8});
  bool has_turned_back = false;
  for (uint32_t t = 0; t < 30000; ++t) {
    const T reward = pendulum.step(4);
    TEST_ASSERT_TRUE(reward <= T{0} && reward >= static_cast<T>(-1.0003F));  // 16.27 is a little too small
    TEST_ASSERT_TRUE(pendulum.speed() <= T{8} && pendulum.speed() >= T{-8});
    TEST_ASSERT_TRUE(pendulum.angle() <= sim::Pendulum<T>::farthest && pendulum.angle() >= -sim::Pendulum<T>::farthest);
    has_turned_back = has_turned_back || pendulum.angle() < T{100};
  }
  TEST_ASSERT_TRUE(has_turned_back);
}

void test_a_pendulum_takes_only_states_it_can_reach() {
  sim::Pendulum<double> pendulum;
  pendulum.set(1e12, -8.5);
  ASSERT_SAME_BITS(0.0, pendulum.angle());
  ASSERT_SAME_BITS(0.0, pendulum.speed());
  pendulum.set(from_bits<double>(0x7FF8000000000000U), from_bits<double>(0x7FF0000000000000U));
  ASSERT_SAME_BITS(0.0, pendulum.angle());
  ASSERT_SAME_BITS(0.0, pendulum.speed());
}

// --- the common shape -----------------------------------------------------------------------------------------------

static_assert(sim::is_for_control<sim::AccessControl<float>>() && sim::is_for_control<sim::Pendulum<double>>(), "");

void test_what_an_agent_sees() {
  sim::AccessControl<float> queue;
  queue.set(4, 3);
  ASSERT_SAME_BITS(0.4F, queue.observation()[0]);
  ASSERT_SAME_BITS(2.0F / 3.0F, queue.observation()[1]);
  TEST_ASSERT_EQUAL_UINT32(2, queue.feasible().size());
  queue.set(0, 1);
  ASSERT_SAME_BITS(0.0F, queue.observation()[0]);
  TEST_ASSERT_TRUE(queue.feasible().size() == 1 && queue.feasible().contains(sim::AccessControl<float>::reject));
  sim::Pendulum<float> pendulum;
  pendulum.set(0.0F, -3.0F);
  ASSERT_SAME_BITS(1.0F, pendulum.observation()[0]);
  ASSERT_SAME_BITS(0.0F, pendulum.observation()[1]);
  ASSERT_SAME_BITS(-3.0F, pendulum.observation()[2]);
  TEST_ASSERT_EQUAL_UINT32(5, pendulum.feasible().size());
}

void test_a_pendulum_may_spin_for_ever() {
  check_a_spinning_pendulum<float>();
  check_a_spinning_pendulum<double>();
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_random_mrp);
  RUN_TEST(test_boyan_chain);
  RUN_TEST(test_a_walk_visits_states_as_often_as_it_should);
  RUN_TEST(test_always_accepting_earns_what_it_should);
  RUN_TEST(test_a_full_queue_can_only_reject);
  RUN_TEST(test_an_upright_pendulum_stays_and_costs_nothing);
  RUN_TEST(test_a_pendulum_may_spin_for_ever);
  RUN_TEST(test_a_pendulum_takes_only_states_it_can_reach);
  RUN_TEST(test_what_an_agent_sees);
  return UNITY_END();
}
