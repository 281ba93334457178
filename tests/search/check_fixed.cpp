// Learners in fixed point: dense and sparse have the same bits, each update is that of Algorithm 1 (fixed_step.hpp),
// and a run ends where double does, as far as rounding lets it.

#include <ballast/fixed/number.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "case.hpp"
#include "failure.hpp"
#include "fixed_setup.hpp"
#include "fixed_step.hpp"
#include "reference.hpp"
#include "sequence.hpp"

namespace search {
namespace {

using ballast::Status;

// --- settings -------------------------------------------------------------------------------------------------------

/// In float and in fixed point the same.
float coarse(double x) {
  return static_cast<float>(std::ldexp(std::round(std::ldexp(x, 10)), -10));
}

float draw_fixed_lambda(Draw& draw, const Formats& formats) {
  const double lambda = draw.chance(0.2) ? formats.lambda : draw.chance(0.1) ? 0.0 : draw.between(0.0, formats.lambda);
  return static_cast<float>(std::floor(lambda * 65536.0) / 65536.0);
}

/// Mostly what a user might choose; also so small that a step is less than a unit of a weight.
float draw_rate(Draw& draw) {
  switch (draw.below(8)) {
    case 0: return static_cast<float>(draw.log_uniform(0x1p-39, 0x1p39));
    case 1: return static_cast<float>(draw.log_uniform(1e-8, 1e-4));
    default: return static_cast<float>(draw.log_uniform(1e-4, 10.0));
  }
}

Decay draw_decay(Draw& draw) {
  const float power = draw.chance(0.3) ? 1.0F : static_cast<float>(draw.between(0.1, 1.0));
  const auto offset = static_cast<uint32_t>(draw.log_uniform_count(1, 1000));
  return {draw_rate(draw), power, offset, static_cast<uint32_t>(draw.chance(0.5) ? 0 : draw.below(300))};
}

/// A ball that acts, or one that is as large as it can be.
float draw_fixed_radius(Draw& draw, double largest, double smallest) {
  return coarse(draw.chance(0.3) ? largest : std::min(largest, 1.02 * draw.log_uniform(smallest, largest)));
}

Settings draw_fixed_settings(Draw& draw, const FixedSetup& setup) {
  const Formats& formats = setup.formats;
  Settings settings{};
  settings.variant = setup.variant;
  settings.lambda = draw_fixed_lambda(draw, formats);
  const Decay decay = draw_decay(draw);
  settings.beta = decay.beta;
  settings.power = decay.power;
  settings.offset = decay.offset;
  settings.hold = decay.hold;
  settings.of_average_reward = draw_decay(draw);
  const float rate = setup.variant.has_two_timescales ? settings.of_average_reward.beta : settings.beta;
  const double alpha = draw.log_uniform(1e-6, draw.chance(0.2) ? 1e3 : 1.0);
  const double ratio = draw.chance(0.1) ? draw.log_uniform(0x1p-39, 0x1p39) : alpha / wide(rate);
  settings.ratio = static_cast<float>(std::clamp(ratio, 0x1p-39, 0x1p39));
  settings.radius = draw_fixed_radius(draw, formats.radius, formats.radius / 64.0 + 0x1p-9);
  settings.average_reward_radius = draw_fixed_radius(draw, draw.chance(0.5) ? 1.0 : formats.radius, 0x1p-8);
  return settings;
}

// --- what rounding does ---------------------------------------------------------------------------------------------

struct InDouble {
  using Number = double;
  Number input(float x) { return wide(x); }
  Number operator()(Number x) { return x; }
  static constexpr bool is_coarse() { return false; }
};

/// Where the errors of one step lead.
enum class Errors { random, toward_zero, one_way };

/// The part of k that errors in the trace make: two units of each z, and of ||z||^2 a unit for each feature.
double part_of_trace(const FixedSetup& setup, const Outcome& outcome) {
  if (!setup.variant.is_implicit) { return 0.0; }
  const auto features = static_cast<double>(setup.shape.dimension());
  const double error = setup.formats.trace_error() * setup.formats.trace_unit * std::sqrt(features);
  const double of_norm2 = 2.0 * std::sqrt(outcome.trace_norm2) * error + features * setup.formats.trace_norm_unit;
  return outcome.weights_step_size * of_norm2;
}
/// Above this, a trace has nearly cancelled, and an implicit step-size of the rest of it says little.
constexpr double largest_part_of_trace = 0.03;

/// Algorithm 1 in double, with errors as large as those of one step in fixed point (fixed_step.hpp): parts of what
/// moves a weight and omega, a unit of the weight, and what two units of a trace make of a step.
class Disturbed {
 public:
  Disturbed(const FixedSetup& setup, const Settings& settings, uint64_t seed, Errors errors)
      : setup_(setup), algorithm_(settings, setup.shape), draw_(seed, 0), errors_(errors) {
    for (size_t i = 0; i < setup.shape.dimension(); ++i) { signs_.push_back(draw_.chance(0.5) ? 1.0 : -1.0); }
    const bool is_product = setup.variant.is_implicit && setup.variant.is_differential;
    part_ = 0x1p-12 + (is_product ? 0x1p-11 : 0x1p-13);
  }

  void start(const std::vector<float>& weights, float average_reward) { algorithm_.start(weights, average_reward); }
  void reconfigure(const Settings& settings, bool begins_again) { algorithm_.reconfigure(settings, begins_again); }
  void reset_trace() { algorithm_.reset_trace(); }

  /// `outcome` is that of the learner in fixed point.
  void update(const Transition& transition, const Outcome& outcome) {
    before_ = algorithm_.theta;
    const double omega = algorithm_.omega;
    algorithm_.update(transition);
    const double step = std::fabs(outcome.weights_step_size * outcome.td_error);
    const double size = setup_.formats.weight_unit + setup_.formats.trace_error() * setup_.formats.trace_unit * step;
    const double part = part_ + part_of_trace(setup_, outcome);
    for (size_t i = 0; i < before_.size(); ++i) {
      const double move = algorithm_.theta[i] - before_[i];
      if (move != 0.0) { algorithm_.theta[i] += disturbance(move, size + part * std::fabs(move), signs_[i]); }
    }
    const double move = algorithm_.omega - omega;
    if (move != 0.0) { algorithm_.omega += disturbance(move, part_ * std::fabs(move), signs_[0]); }
  }

  const std::vector<double>& weights() const { return algorithm_.theta; }
  double average_reward() const { return algorithm_.omega; }

 private:
  double disturbance(double move, double largest, double sign) {
    switch (errors_) {
      case Errors::random: return largest * draw_.number();
      case Errors::toward_zero: return std::copysign(largest, -move);
      case Errors::one_way: return largest * sign;
    }
    return 0.0;
  }

  const FixedSetup& setup_;
  Algorithm1<InDouble> algorithm_;
  Draw draw_;
  Errors errors_;
  double part_ = 0.0;
  std::vector<double> signs_;
  std::vector<double> before_;
};

/// x what rounding does to a learner.
constexpr double tolerance_factor = 3.0;

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (size_t i = 0; i < a.size(); ++i) { largest = std::max(largest, std::fabs(a[i] - b[i])); }
  return largest;
}

// --- a case ---------------------------------------------------------------------------------------------------------

class FixedCase {
 public:
  FixedCase(Draw& draw, const FixedSetup& setup, Tally& tally)
      : FixedCase(draw, setup, draw_fixed_settings(draw, setup), tally) {}

  void run() {
    start();
    for (step_ = 0; step_ < steps_; ++step_) {
      happen();
      learn();
      if (step_ % stride_ == 0 || step_ + 1 == steps_) { compare_with_double(); }
    }
  }

  std::string description() const {
    return format("fixed point, step %zu of %zu, ", step_, steps_) + describe(settings_) +
           format(", d=%zu, limits lambda %g radius %g%s, ", setup_.shape.dimension(), setup_.formats.lambda,
                  setup_.formats.radius, setup_.formats.has_unit_features ? " unit features" : "") +
           sequence_.description();
  }

 private:
  FixedCase(Draw& draw, const FixedSetup& setup, const Settings& settings, Tally& tally)
      : draw_(draw),
        setup_(setup),
        settings_(settings),
        tally_(tally),
        learners_(setup.make()),
        check_(setup, settings, tally),
        disturbed_{Disturbed(setup, settings, draw.word(), Errors::random),
                   Disturbed(setup, settings, draw.word(), Errors::toward_zero),
                   Disturbed(setup, settings, draw.word(), Errors::one_way)},
        sequence_(draw, setup.shape, settings.lambda),
        disturbance_(draw.chance(0.5) ? 0.0 : draw.log_uniform(1e-4, 1e-2)) {
    const size_t most = setup.shape.dimension() <= 24 ? 10000 : 2000;
    steps_ = std::min(most,
                      static_cast<size_t>(static_cast<double>(sequence_.typical_steps()) * draw.log_uniform(0.2, 2.0)));
    stride_ = 1 + setup.shape.dimension() / 32;
    transition_.next = in_format(sequence_.next());
  }

  template <class Function>
  void for_each_in_fixed_point(Function function) {
    for (AnyLearner* const learner : {learners_.dense.get(), learners_.dense_array.get(), learners_.sparse.get()}) {
      if (learner != nullptr) { function(*learner); }
    }
  }
  template <class Function>
  void for_each(Function function) {
    for_each_in_fixed_point(function);
    function(*learners_.dense_double);
  }

  // --- input in the formats -----------------------------------------------------------------------------------------

  static float feature_of(double x) { return static_cast<float>(ballast::FixedFeature(x).to_double()); }
  /// Within the limits, and nearly as long as they allow.
  Features in_format(Features features) const {
    double norm2 = 0.0;
    for (Entry& entry : features.entries) {
      entry.value = feature_of(wide(entry.value));
      norm2 += wide(entry.value) * wide(entry.value);
    }
    if (setup_.formats.has_unit_features && norm2 > 1.0) {
      for (Entry& entry : features.entries) { entry.value = feature_of(wide(entry.value) * 0.999 / std::sqrt(norm2)); }
    }
    const auto is_zero = [](const Entry& entry) { return entry.value == 0.0F; };
    if (setup_.shape.kind == Kind::active && std::any_of(features.entries.begin(), features.entries.end(), is_zero)) {
      features.entries.clear();  // 0 would stand for 1
    }
    return features;
  }
  /// Also far beyond the limits.
  float reward_in_format(float reward) const {
    const double unit = setup_.formats.value_unit;
    const double units = std::clamp(wide(reward) / unit, -0x1.8p30, 0x1.8p30);
    return static_cast<float>(std::round(units) * unit);
  }

  // --- what happens -------------------------------------------------------------------------------------------------

  void start() {
    std::vector<float> weights(setup_.shape.dimension());
    float average_reward = 0.0F;
    if (draw_.chance(0.5)) {
      const double unit = setup_.formats.weight_unit;
      const double largest = draw_.log_uniform(1e-3, 0.9) * setup_.formats.radius;
      const double size = largest / std::sqrt(static_cast<double>(weights.size()));
      for (float& weight : weights) {
        weight = static_cast<float>(std::round(static_cast<double>(static_cast<float>(size * draw_.number())) / unit) *
                                    unit);
      }
      average_reward = reward_in_format(static_cast<float>(largest * draw_.number()));
    }
    for_each([&](AnyLearner& learner) {
      const Status status = learner.start(settings_, weights, average_reward);
      require(status == Status::ok, "fixed learner does not start", ballast::name(status));
    });
    for (Disturbed& learner : disturbed_) { learner.start(weights, average_reward); }
    begin();
  }
  void begin() {
    check_.begin();
    is_comparable_ = true;
    weights_error_ = average_reward_error_ = 0.0;
    state_.read(*learners_.dense);
  }

  void reconfigure() {
    settings_ = draw_fixed_settings(draw_, setup_);
    const bool begins_again = draw_.chance(0.3);
    for_each([&](AnyLearner& learner) {
      const Status status = learner.reconfigure(settings_, begins_again);
      require(status == Status::ok, "fixed learner is not reconfigured", ballast::name(status));
    });
    for (Disturbed& learner : disturbed_) { learner.reconfigure(settings_, begins_again); }
    check_.reconfigure(settings_, begins_again);
    sequence_.set_lambda(settings_.lambda);
  }

  void happen() {
    if (draw_.chance(0.003)) {
      for_each_in_fixed_point([](AnyLearner& learner) { learner.power_cycle(); });
    }
    if (draw_.chance(disturbance_)) { start(); }
    if (draw_.chance(disturbance_)) { reconfigure(); }
    if (draw_.chance(disturbance_)) {
      for_each([](AnyLearner& learner) { learner.reset_trace(); });
      for (Disturbed& learner : disturbed_) { learner.reset_trace(); }
      state_.read(*learners_.dense);
    }
  }

  void learn() {
    transition_.phi = transition_.next;
    transition_.reward = reward_in_format(sequence_.reward());
    transition_.next = in_format(sequence_.next());
    const uint32_t before = learners_.dense->saturations();
    const Outcome outcome = learners_.dense->update(transition_);
    require(outcome.status == Status::ok, "fixed update is refused", ballast::name(outcome.status));
    std::swap(state_, before_);
    state_.read(*learners_.dense);
    check_.check(before_, transition_, outcome, state_, learners_.dense->saturations() - before);
    compare_bits(outcome);

    const Outcome of_double = learners_.dense_double->update(transition_);
    for (Disturbed& learner : disturbed_) { learner.update(transition_, outcome); }
    const bool is_projected = is_scaled(outcome) || is_scaled(of_double);
    const bool is_kept_below_1 = of_double.average_reward_step_size > 1.0;
    const bool has_saturated = learners_.dense->saturations() != before;
    const bool has_cancelled = part_of_trace(setup_, outcome) > largest_part_of_trace;
    if (is_projected || is_kept_below_1 || has_saturated || has_cancelled || of_double.status != Status::ok) {
      is_comparable_ = false;
    }
    if (is_projected) { tally_.count("fixed projections"); }
    ++tally_.updates;
  }
  static bool is_scaled(const Outcome& outcome) {
    return outcome.projected != ballast::Projected::nothing && outcome.projected != ballast::Projected::average_reward;
  }

  // --- one learner against another ----------------------------------------------------------------------------------

  void compare_bits(const Outcome& outcome) {
    for (AnyLearner* const learner : {learners_.dense_array.get(), learners_.sparse.get()}) {
      if (learner == nullptr) { continue; }
      const Outcome other = learner->update(transition_);
      const bool is_same = other.status == outcome.status && other.projected == outcome.projected &&
                           other.td_error == outcome.td_error && other.trace_norm2 == outcome.trace_norm2 &&
                           other.weights_step_size == outcome.weights_step_size &&
                           other.average_reward_step_size == outcome.average_reward_step_size;
      require(is_same, "fixed: sparse or array, and dense, report other bits");
      if (step_ % stride_ == 0) { compare_state(*learner); }
    }
    if (learners_.dense_array == nullptr || settings_.variant.ball == Ball::none) { return; }  // which has padding
    const AnyLearner& array = *learners_.dense_array;
    require(std::memcmp(learners_.dense->bytes(), array.bytes(), array.size()) == 0,
            "fixed: runs and arrays have other bytes");
  }
  void compare_state(const AnyLearner& learner) {
    const AnyLearner& dense = *learners_.dense;
    other_.read(learner);
    require(other_.theta == state_.theta && other_.z == state_.z && other_.omega == state_.omega,
            "fixed: sparse or array, and dense, have other bits");
    require(learner.saturations() == dense.saturations() && learner.updates() == dense.updates() &&
                learner.projections() == dense.projections(),
            "fixed: sparse or array, and dense, have other counts");
  }

  /// Not where a ball has acted, whose radius is coarse: FixedStep checks that.
  void compare_with_double() {
    if (!is_comparable_) { return; }
    learners_.dense_double->read_weights(weights_);
    const double average_reward = learners_.dense_double->average_reward();
    for (const Disturbed& learner : disturbed_) {
      weights_error_ = std::max(weights_error_, distance(learner.weights(), weights_));
      average_reward_error_ = std::max(average_reward_error_, std::fabs(learner.average_reward() - average_reward));
    }
    check("fixed weights from double", distance(state_.theta, weights_), weights_error_, setup_.formats.weight_unit);
    check("fixed omega from double", std::fabs(state_.omega - average_reward), average_reward_error_,
          setup_.formats.value_unit);
    tally_.count("fixed compared with double");
  }
  void check(const char* what, double error, double of_rounding, double unit) {
    const double allowed = tolerance_factor * (of_rounding + unit);
    tally_.measure(what, error / allowed);
    require(error <= allowed, what,
            format("%.6g where %.6g is allowed, rounding makes %.6g", error, allowed, of_rounding));
  }

  Draw& draw_;
  const FixedSetup& setup_;
  Settings settings_;
  Tally& tally_;
  FixedLineup learners_;
  FixedStep check_;
  Disturbed disturbed_[3];
  Sequence sequence_;
  double disturbance_;  // how often something happens, for each step
  Transition transition_;
  FixedState before_;
  FixedState state_;
  FixedState other_;             // of the learner that is compared
  std::vector<double> weights_;  // of double
  bool is_comparable_ = true;
  double weights_error_ = 0.0;
  double average_reward_error_ = 0.0;
  size_t stride_ = 1;
  size_t steps_ = 0;
  size_t step_ = 0;
};

}  // namespace

void check_fixed(Draw& draw, Tally& tally, std::string& description) {
  const std::vector<FixedSetup>& setups = all_fixed_setups();
  FixedCase fixed_case(draw, setups[draw.below(setups.size())], tally);
  try {
    fixed_case.run();
    description = fixed_case.description();
  } catch (const Failure&) {
    description = fixed_case.description();
    throw;
  }
}

}  // namespace search
