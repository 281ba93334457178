// How large may the step-size be? The average reward is learned from a reward that is 1 in every fourth step,
// by the standard rule and by the implicit one, with step-sizes from 0.5 to 10 held for 150 steps and then
// decaying. The standard rule multiplies its error by 1 - beta in each step: above beta = 2 that grows. The
// implicit rule multiplies it by 1 / (1 + beta), which is below 1 for every step-size.
//
// Exits with 0 if what it prints is what theory says: implicit right at every step-size, standard only below 2.

#include <board/console.h>
#include <ballast/ballast.hpp>

#include <etl/string.h>
#include <etl/string_stream.h>

namespace {

enum class Rule { standard, implicit };

constexpr float true_average = 0.25F;
constexpr float step_sizes[] = {0.5F, 1.0F, 1.5F, 1.9F, 2.1F, 3.0F, 5.0F, 10.0F};

/// The share of the way to the new reward that one step goes: Algorithm 1 of the paper, line for omega, c = 1.
float effective_step(Rule rule, float beta) {
  return rule == Rule::implicit ? beta / (1.0F + beta) : beta;
}

float learn_average_reward(Rule rule, const ballast::PolynomialSchedule<float>& schedule) {
  float average_reward = 0.0F;
  for (uint32_t t = 0; t < 10000; ++t) {
    const float reward = t % 4 == 0 ? 1.0F : 0.0F;
    const float step = effective_step(rule, schedule.step_size(t));
    average_reward += ballast::product(step, reward - average_reward);
  }
  return average_reward;
}

bool is_right(float average_reward) {
  return ballast::is_finite(average_reward) && average_reward > true_average - 0.01F &&
         average_reward < true_average + 0.01F;
}

void print(etl::string_stream& line, float average_reward) {
  line << etl::setw(12);
  if (ballast::is_finite(average_reward)) {
    line << average_reward;
  } else {
    line << "overflow";
  }
}

}  // namespace

int main() {
  board_write("average reward learned (truth: 0.25)\n   step-size    standard    implicit\n");
  bool as_theory_says = true;
  for (const float beta : step_sizes) {
    const ballast::PolynomialSchedule<float> schedule{beta, 1, 0.99F, 150};
    if (schedule.validate() != ballast::Status::ok) { return 2; }

    const float standard = learn_average_reward(Rule::standard, schedule);
    const float implicit = learn_average_reward(Rule::implicit, schedule);
    as_theory_says = as_theory_says && is_right(implicit) && is_right(standard) == (beta < 2.0F);

    etl::string<64> text;
    etl::string_stream line(text, etl::format_spec().precision(3));
    line << etl::setw(12) << beta;
    print(line, standard);
    print(line, implicit);
    board_write(text.c_str());
    board_write("\n");
  }
  return as_theory_says ? 0 : 1;
}
