// Four learners and the reference through the same random sequence, with everything that happens to a learner in
// between.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "agreement.hpp"
#include "case.hpp"
#include "contender.hpp"
#include "failure.hpp"
#include "reference.hpp"
#include "sequence.hpp"

namespace search {
namespace {

using ballast::Status;

/// How often something happens besides learning, for each step.
struct Events {
  double bad_input = 0.0;
  double reset_trace = 0.0;
  double refresh = 0.0;
  double copy = 0.0;
  double restart = 0.0;
  double reconfigure = 0.0;
};

/// Half of the cases are left alone: what goes wrong slowly needs long undisturbed runs.
Events draw_events(Draw& draw) {
  Events events;
  events.copy = 0.01;
  if (draw.chance(0.5)) { return events; }
  events.bad_input = draw.log_uniform(1e-3, 0.1);
  events.reset_trace = draw.chance(0.5) ? draw.log_uniform(1e-3, 0.1) : 0.0;
  events.refresh = draw.chance(0.5) ? draw.log_uniform(1e-3, 0.1) : 0.0;
  events.restart = draw.log_uniform(1e-4, 1e-2);
  events.reconfigure = draw.chance(0.5) ? draw.log_uniform(1e-3, 0.1) : 0.0;
  return events;
}

/// Several: the largest error of so many is rarely far below what is usual. The last one is coarse.
std::vector<RandomlyRounded> draw_randomly_rounded(Draw& draw, const Shape& shape, const Settings& settings) {
  std::vector<RandomlyRounded> learners;
  for (const bool is_coarse : {false, false, true}) {
    learners.emplace_back(settings, shape, ToSomeFloat(draw.word(), is_coarse));
  }
  return learners;
}

class LearnerCase {
 public:
  LearnerCase(Draw& draw, const Setup& setup, Tally& tally)
      : LearnerCase(draw, setup, draw_settings(draw, setup.variant), setup.make(), tally) {}

  void run() {
    for (Contender& contender : contenders_) { contender.refuse_before_start(transition_); }
    start();
    for (step_ = 0; step_ < steps_; ++step_) {
      happen();
      learn();
      if (step_ % stride_ == 0 || step_ + 1 == steps_) { look(); }
    }
  }

  std::string description() const {
    constexpr const char* kinds[] = {"one-hot", "active", "sparse", "array"};
    return format("step %zu of %zu, reconfigured %zu times, ", step_, steps_, reconfigured_) + describe(settings_) +
           format(", d=%zu in %zu blocks, %s features, ", shape_.dimension(), shape_.actions,
                  kinds[static_cast<size_t>(shape_.kind)]) +
           sequence_.description();
  }

 private:
  LearnerCase(Draw& draw, const Setup& setup, const Settings& settings, Lineup lineup, Tally& tally)
      : draw_(draw),
        shape_(setup.shape),
        settings_(settings),
        contenders_{Contender("dense float", std::move(lineup.dense_float), settings, tally),
                    Contender("dense double", std::move(lineup.dense_double), settings, tally),
                    Contender("sparse float", std::move(lineup.sparse_float), settings, tally),
                    Contender("sparse double", std::move(lineup.sparse_double), settings, tally)},
        reference_(settings, setup.shape),
        randomly_rounded_(draw_randomly_rounded(draw, setup.shape, settings)),
        agreement_(settings, tally),
        sequence_(draw, setup.shape, settings.lambda),
        events_(draw_events(draw)) {
    stride_ = shape_.dimension() <= 24 ? 1 : shape_.dimension() / 32;
    const size_t most = shape_.dimension() <= 24 ? 20000 : 6000;
    steps_ = std::min(most,
                      static_cast<size_t>(static_cast<double>(sequence_.typical_steps()) * draw.log_uniform(0.2, 2.0)));
    transition_.next = sequence_.next();
    transition_.phi = transition_.next;
  }

  Contender& dense_float() { return contenders_[0]; }

  // --- what happens -------------------------------------------------------------------------------------------------

  void start() {
    std::vector<float> weights(shape_.dimension());
    if (draw_.chance(0.5)) {
      for (Contender& contender : contenders_) { contender.start_from_zero(); }
      begin(weights, 0.0F);
      return;
    }
    const double size = draw_.chance(0.5) ? 1.0 : draw_.log_uniform(1e-12, 1e12);
    for (float& weight : weights) { weight = static_cast<float>(size * draw_.number()); }
    start_from(weights, static_cast<float>(size * draw_.number()));
  }

  void start_from(const std::vector<float>& weights, float average_reward) {
    for (Contender& contender : contenders_) { contender.start(weights, average_reward); }
    begin(weights, average_reward);
  }

  void begin(const std::vector<float>& weights, float average_reward) {
    reference_.start(weights, average_reward);
    for (RandomlyRounded& learner : randomly_rounded_) { learner.start(weights, average_reward); }
    for (Contender& contender : contenders_) { contender.look(); }
    agreement_.begin(contenders_[1]);
  }

  /// From what dense float has learned, as if that had been kept in flash; or from other numbers.
  void restart() {
    dense_float().look();
    std::vector<float> weights(shape_.dimension());
    for (size_t i = 0; i < weights.size(); ++i) { weights[i] = static_cast<float>(dense_float().weights()[i]); }
    const double average_reward = dense_float().average_reward();
    const bool can_start = dense_float().largest_weight() < 1e15 && std::fabs(average_reward) < 1e15;
    if (!can_start || draw_.chance(0.3)) {
      start();
    } else {
      start_from(weights, static_cast<float>(average_reward));
    }
  }

  /// All of them; and now and then with a number that is refused.
  void reconfigure() {
    Settings settings = draw_change(draw_, settings_);
    const bool begins_again = draw_.chance(0.3);
    if (draw_.chance(0.2)) {
      const Status expected = search::spoil(draw_, settings);
      for (Contender& contender : contenders_) { contender.refuse_settings(settings, expected); }
      return;
    }
    for (Contender& contender : contenders_) { contender.reconfigure(settings, begins_again); }
    reference_.reconfigure(settings, begins_again);
    for (RandomlyRounded& learner : randomly_rounded_) { learner.reconfigure(settings, begins_again); }
    agreement_.reconfigure(settings);
    sequence_.set_lambda(settings.lambda);
    settings_ = settings;
    ++reconfigured_;
  }

  void happen() {
    if (draw_.chance(events_.restart)) { restart(); }
    if (draw_.chance(events_.reconfigure)) { reconfigure(); }
    if (draw_.chance(events_.reset_trace)) {
      for (Contender& contender : contenders_) { contender.reset_trace(); }
      reference_.reset_trace();
      for (RandomlyRounded& learner : randomly_rounded_) { learner.reset_trace(); }
      agreement_.reset_trace();
    }
    if (draw_.chance(events_.refresh)) {
      for (Contender& contender : contenders_) { contender.refresh(); }
    }
  }

  // --- learning -----------------------------------------------------------------------------------------------------

  void learn() {
    transition_.phi = transition_.next;
    transition_.reward = sequence_.reward();
    transition_.next = sequence_.next();
    if (draw_.chance(events_.bad_input)) {
      Transition spoiled = transition_;
      const Contender::Expected expected = spoil(spoiled);
      update(spoiled, expected, true);
      return;
    }
    if (sequence_.is_exaggerated()) { agreement_.expect_exaggerated_reward(); }
    update(transition_, {true, Status::ok}, shape_.dimension() <= 256 || step_ % 8 == 0);
  }

  void update(const Transition& transition, const Contender::Expected& expected, bool keeps_bytes) {
    const bool with_copy = draw_.chance(events_.copy);
    for (Contender& contender : contenders_) {
      if (with_copy) {
        contender.update_with_copy(transition, expected);
      } else {
        contender.update(transition, expected, keeps_bytes);
      }
    }
    if (contenders_[1].has_learned()) {
      reference_.update(transition);
      for (RandomlyRounded& learner : randomly_rounded_) { learner.update(transition); }
    }
    agreement_.compare_reports(learners());
  }

  void look() {
    for (Contender& contender : contenders_) { contender.look(); }
    agreement_.compare_weights(learners());
  }

  Agreement::Learners learners() const {
    return {contenders_[0], randomly_rounded_, contenders_[1], contenders_[2], contenders_[3], reference_};
  }

  // --- bad input ----------------------------------------------------------------------------------------------------

  /// Makes one input bad, and says what must come of it.
  Contender::Expected spoil(Transition& transition) {
    switch (draw_.below(4)) {
      case 0: transition.reward = bad_number(); return {false, Status::reward_not_finite};
      case 1: return spoil(transition.phi, Status::feature_not_finite);
      case 2: return spoil(transition.next, Status::next_feature_not_finite);
      default: return exaggerate(transition);
    }
  }

  Contender::Expected spoil(Features& features, Status status) {
    const bool can_be_out_of_range = shape_.kind == Kind::one_hot || shape_.actions > 1;
    if (can_be_out_of_range && (shape_.kind == Kind::one_hot || draw_.chance(0.5))) {
      if (shape_.actions > 1 && draw_.chance(0.5)) {
        features.action = static_cast<uint32_t>(shape_.actions + draw_.below(1000));
      } else if (shape_.kind == Kind::one_hot) {
        features.entries[0].index = shape_.length + draw_.below(1000);
      } else {
        features.action = std::numeric_limits<uint32_t>::max();
      }
      return {false, Status::feature_index_invalid};
    }
    if (features.entries.empty()) { return {true, Status::ok}; }
    const float bad = bad_number();
    if (shape_.kind == Kind::active) {
      for (Entry& entry : features.entries) { entry.value = bad; }
    } else {
      features.entries[draw_.below(features.entries.size())].value = bad;
    }
    return {false, status};
  }

  float bad_number() {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const float numbers[] = {std::numeric_limits<float>::quiet_NaN(), infinity, -infinity};
    return draw_.one_of(numbers);
  }

  /// Finite, but so large that float may refuse it, and double accept it.
  Contender::Expected exaggerate(Transition& transition) {
    constexpr float numbers[] = {std::numeric_limits<float>::max(), -1e30F, 0x1p63F, 1e15F,
                                 std::numeric_limits<float>::denorm_min()};
    const float number = draw_.one_of(numbers);
    if (shape_.kind == Kind::one_hot || draw_.chance(0.5)) {
      transition.reward = number;
      agreement_.expect_exaggerated_reward();
    } else {
      agreement_.expect_exaggerated_features();
      Features& features = draw_.chance(0.5) ? transition.phi : transition.next;
      for (Entry& entry : features.entries) { entry.value = number; }
    }
    return {true, Status::ok};
  }

  Draw& draw_;
  Shape shape_;
  Settings settings_;
  std::array<Contender, 4> contenders_;
  Reference reference_;
  std::vector<RandomlyRounded> randomly_rounded_;
  Agreement agreement_;
  Sequence sequence_;
  Events events_;
  Transition transition_;
  size_t stride_ = 1;
  size_t steps_ = 0;
  size_t step_ = 0;
  size_t reconfigured_ = 0;
};

}  // namespace

void check_learners(Draw& draw, Tally& tally, std::string& description) {
  const std::vector<Setup>& setups = all_setups();
  LearnerCase learner_case(draw, setups[draw.below(setups.size())], tally);
  try {
    learner_case.run();
    description = learner_case.description();
  } catch (const Failure&) {
    description = learner_case.description();
    throw;
  }
}

}  // namespace search
