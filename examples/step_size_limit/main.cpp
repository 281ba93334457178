// How large may the step-size be? Four rooms in a ring, one of which pays: the average reward is 1/4, and the paying
// room is worth 3/4 more than the one after it. The standard rule and the implicit rule learn both, with step-sizes
// from 0.5 to 10 held for 150 steps and then decaying.
//
// Exits with 0 if the implicit rule is right at every step-size and the standard rule only up to 1. (Its weights
// explode first; its average reward, whose error is multiplied by 1 - beta in each step, holds until 2.)

#include <board/console.h>
#include <ballast/ballast.hpp>

#include <etl/string.h>
#include <etl/string_stream.h>

namespace {

constexpr uint32_t rooms = 4;
constexpr uint32_t paying_room = 3;
constexpr float step_sizes[] = {0.5F, 1.0F, 1.5F, 1.9F, 2.1F, 3.0F, 5.0F, 10.0F};

template <class Rule>
using Learner = ballast::Learner<float, rooms, Rule, ballast::NoProjection<float>, ballast::PolynomialSchedule<float>>;

template <class Features>
Features features_of(uint32_t room) {
  Features phi{};
  phi[room % rooms] = 1.0F;
  return phi;
}

struct Learned {
  bool overflowed;
  float average_reward;
  float advantage;  // of the paying room over the next one

  bool is_right() const {
    return !overflowed && average_reward > 0.24F && average_reward < 0.26F && advantage > 0.65F && advantage < 0.85F;
  }
};

template <class Rule>
Learned learn(float beta) {
  using L = Learner<Rule>;
  L learner;
  const auto config = typename L::Config().lambda(0.25F).ratio(1.0F).beta_0(beta).offset(1).power(0.99F).hold(150);
  if (learner.start(config) != ballast::Status::ok) { return {true, 0.0F, 0.0F}; }
  for (uint32_t t = 0; t < 20000; ++t) {
    const float reward = t % rooms == paying_room ? 1.0F : 0.0F;
    const auto report =
        learner.update(features_of<typename L::Features>(t), reward, features_of<typename L::Features>(t + 1));
    if (report.status != ballast::Status::ok) { return {true, 0.0F, 0.0F}; }
  }
  return {false, learner.average_reward(),
          learner.contrast(features_of<typename L::Features>(paying_room),
                           features_of<typename L::Features>(paying_room + 1))};
}

void print(etl::string_stream& line, bool overflowed, float number) {
  line << etl::setw(12);
  if (overflowed || number > 1e3F || number < -1e3F) {
    line << (overflowed ? "overflow" : "exploded");
  } else {
    line << number;
  }
}

void print(etl::string_stream& line, const Learned& learned) {
  print(line, learned.overflowed, learned.average_reward);
  print(line, learned.overflowed, learned.advantage);
}

}  // namespace

int main() {
  board_write(
      "                        standard                implicit\n"
      "   step-size     average   advantage     average   advantage\n"
      "      (truth)      0.250       0.750       0.250       0.750\n");
  bool as_expected = true;
  for (const float beta : step_sizes) {
    const Learned standard = learn<ballast::Standard>(beta);
    const Learned implicit = learn<ballast::Implicit>(beta);
    as_expected = as_expected && implicit.is_right() && standard.is_right() == (beta <= 1.0F);

    etl::string<80> text;
    etl::string_stream line(text, etl::format_spec().precision(3));
    line << etl::setw(12) << beta;
    print(line, standard);
    print(line, implicit);
    board_write(text.c_str());
    board_write("\n");
  }
  return as_expected ? 0 : 1;
}
