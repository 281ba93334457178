// A fan that learns how fast to turn, in C: the device of docs/FIRST_STEPS.md with the C interface (docs/C.md).
//
// A box is heated by what is in it, which switches on and off. The fan has three speeds. Heat above 40 degrees costs,
// and so does noise. Prints what the agent earns; exits with 0 if that is better than any fixed speed.

#include <ballast.h>
#include <board/console.h>

// The device. This one is simulated, in integers; yours has a sensor and a PWM output.
typedef struct {
  int32_t temperature;  // in 1/1024 degree
  int32_t slope;        // by how much it has changed in the last second
  uint32_t speed;
  uint32_t random;
  bool is_loaded;
} box;

static const box box_at_first = {30 * 1024, 0, 0, 1, false};

// A second with the fan at this speed. The load goes on and off at random, about once a minute.
static void run_box(box* b, uint32_t speed) {
  static const int32_t cooling[BALLAST_ACTIONS] = {1, 3, 5};  // hundredths of what is above 20 degrees
  b->random = b->random * 1664525U + 1013904223U;
  if ((b->random >> 16) % 60 == 0) { b->is_loaded = !b->is_loaded; }
  b->slope = (b->is_loaded ? 819 : 102) - cooling[speed] * (b->temperature - 20 * 1024) / 100;
  b->temperature += b->slope;
  b->speed = speed;
}

// Of the second that has passed, in thousandths.
static int32_t reward_of(const box* b) {
  static const int32_t noise[BALLAST_ACTIONS] = {0, 100, 400};
  const int32_t excess = b->temperature > 40 * 1024 ? b->temperature - 40 * 1024 : 0;
  return -(200 * excess / 1024) - noise[b->speed];
}

static ballast_agent agent;
typedef char all_of_its_memory[sizeof(ballast_agent) == 7456 ? 1 : -1];  // in bytes: checked by the compiler

// The fan's next speed, from what the last one has earned and what the sensors say now.
static uint32_t next_speed(const box* b) {
  const float observation[BALLAST_INPUTS] = {(float)b->temperature / 1024.0F, (float)b->slope / 1024.0F};
  uint32_t speed = b->speed;
  // Not BALLAST_OK if a sensor has failed: nothing is learned then, and the fan keeps its speed.
  (void)ballast_agent_step(&agent, observation, (float)reward_of(b) / 1000.0F, &speed);
  return speed;
}

// The mean reward of some seconds, in thousandths: at one speed, or at those of the agent.
enum { by_agent = BALLAST_ACTIONS };
static int32_t mean_reward(box* b, int32_t seconds, uint32_t speed) {
  int32_t sum = 0;
  for (int32_t t = 0; t < seconds; ++t) {
    run_box(b, speed == by_agent ? next_speed(b) : speed);
    sum += reward_of(b);
  }
  return sum / seconds;
}

static void print(const char* label, int32_t reward) {
  char digits[] = "-0.000\n";  // no reward here is above 0 or below -9.999
  digits[1] = (char)('0' + -reward / 1000);
  digits[3] = (char)('0' + -reward / 100 % 10);
  digits[4] = (char)('0' + -reward / 10 % 10);
  digits[5] = (char)('0' + -reward % 10);
  board_write(label);
  board_write(digits);
}

int main(void) {
  ballast_agent_config config = ballast_agent_defaults();
  config.ranges[0] = (ballast_range){20.0F, 60.0F};  // degrees
  config.ranges[1] = (ballast_range){-1.0F, 1.0F};   // degrees a second
  const ballast_status status = ballast_agent_init(&agent, &config, 42);
  if (status != BALLAST_OK) {
    board_write(ballast_status_text(status));
    return 2;
  }

  box b = box_at_first;
  print("first 1000 s:     mean reward ", mean_reward(&b, 1000, by_agent));
  for (int i = 0; i < 2; ++i) { print("the next 10000 s: mean reward ", mean_reward(&b, 10000, by_agent)); }
  (void)ballast_agent_freeze(&agent, true);  // still decides, but no longer learns or explores
  const int32_t learned = mean_reward(&b, 10000, by_agent);
  print("frozen, 10000 s:  mean reward ", learned);

  int32_t best = -10000;
  for (uint32_t speed = 0; speed < BALLAST_ACTIONS; ++speed) {
    box other = box_at_first;
    const int32_t earned = mean_reward(&other, 10000, speed);
    print("always this speed:            ", earned);
    best = earned > best ? earned : best;
  }
  return learned > best ? 0 : 1;
}
