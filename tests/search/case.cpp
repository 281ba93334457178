#include "case.hpp"

#include "failure.hpp"

namespace search {
namespace {

struct Choice {
  Check check;
  double share;
};

constexpr Choice choices[] = {
    {check_learners, 0.73}, {check_fixed, 0.15}, {check_agent, 0.07}, {check_average_reward, 0.05}};

Check choose(Draw& draw) {
  double left = draw.uniform();
  for (const Choice& choice : choices) {
    left -= choice.share;
    if (left < 0.0) { return choice.check; }
  }
  return choices[0].check;
}

}  // namespace

std::string run_case(uint64_t seed, uint64_t number, Tally& tally, std::string& description) {
  Draw draw(seed, number);
  ++tally.cases;
  tally.case_number = number;
  try {
    choose(draw)(draw, tally, description);
  } catch (const Failure& failure) {
    tally.fail(failure.kind());
    return format("search --seed %llu --case %llu: ", static_cast<unsigned long long>(seed),
                  static_cast<unsigned long long>(number)) +
           failure.what() + " (" + description + ")";
  }
  return {};
}

}  // namespace search
