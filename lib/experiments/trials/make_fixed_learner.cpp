#include <ballast/fixed.hpp>

#include <algorithm>
#include <cmath>

#include "experiments/files/error.hpp"
#include "experiments/trials/schedule.hpp"
#include "experiments/trials/trial_learner.hpp"

namespace ballast::experiments {
namespace {

static_assert(ballast::FixedLimits::radius == most_fixed_radius);

/// What a method is prepared for: the format depends on it.
template <int Percent>
struct LambdaUpTo : ballast::FixedLimits {
  static constexpr double lambda = Percent / 100.0;
};

/// A learner in fixed point with the numbers of a trial, which are double. Its length is that of the weights it starts
/// from, up to the Dimension of its scalar. The arrays have that Dimension, because the library's loops do; features
/// beyond the length are 0, and so their weights stay 0.
template <class Scalar, class Rule, class Projection>
class FixedOfLength final : public TrialLearner<double>,
                            ballast::LearnerBase<Scalar, Rule, Projection, Schedule<Scalar>> {
  using Base = ballast::LearnerBase<Scalar, Rule, Projection, Schedule<Scalar>>;
  using Arithmetic = typename Base::Arithmetic;
  using Value = typename Base::Value;
  using Feature = typename Arithmetic::Feature;

 public:
  explicit FixedOfLength(const typename Base::Settings& settings) : settings_(settings) {}

  ballast::Status start(const std::vector<double>& weights, double average_reward) override {
    const ballast::Status status = settings_.validate();
    if (status != ballast::Status::ok) { return status; }
    length_ = weights.size();
    theta_.assign(weights.begin(), weights.end());
    theta_.resize(dimension);
    if (!ballast::can_start_from<Arithmetic>(theta_.data(), Value(average_reward), theta_.size())) {
      return ballast::Status::invalid_start;
    }
    trace_.assign(dimension, {});
    Base::begin(settings_, average_reward);
    return ballast::Status::ok;
  }
  TrialLearner<double>::Report update(const double* phi, double reward, const double* next) override {
    convert(phi, phi_);
    convert(next, next_);
    const ballast::DenseArrays<Arithmetic> arrays{theta_.data(), trace_.data(), phi_.data(), next_.data(), dimension};
    const auto of_step = Base::step(arrays, reward, [](typename Base::Report&) {});
    TrialLearner<double>::Report report{};
    report.status = of_step.status;
    return report;
  }
  TrialLearner<double>::Report update(const BlockOfLength<double>& /*phi*/, double /*reward*/,
                                      const BlockOfLength<double>& /*next*/) override {
    throw InputError("control cannot be run in fixed point");
  }

  double value(const BlockOfLength<double>& /*phi*/) const override {
    throw InputError("control cannot be run in fixed point");
  }
  double average_reward() const override { return Base::average_reward().to_double(); }
  const std::vector<double>& weights() const override {
    weights_.clear();
    for (std::size_t i = 0; i < length_; ++i) { weights_.push_back(theta_[i].to_double()); }
    return weights_;
  }
  std::uint32_t projections() const override { return Base::projections(); }
  void reset_trace() override { std::fill(trace_.begin(), trace_.end(), typename Arithmetic::Trace{}); }

 private:
  static constexpr std::size_t dimension = Arithmetic::Format::dimension;

  /// 1 becomes the largest feature there is.
  void convert(const double* from, std::vector<Feature>& to) const {
    to.clear();
    for (std::size_t i = 0; i < length_; ++i) {
      if (!(std::fabs(from[i]) <= 1.0)) { throw InputError("in fixed point, features are from -1 to 1"); }
      to.push_back(from[i]);
    }
    to.resize(dimension);
  }

  typename Base::Settings settings_;
  std::size_t length_ = 0;
  std::vector<typename Arithmetic::Weight> theta_;
  std::vector<typename Arithmetic::Trace> trace_;
  std::vector<Feature> phi_;  // of the last update
  std::vector<Feature> next_;
  mutable std::vector<double> weights_;  // theta_, when it was last asked for
};

using Made = std::unique_ptr<TrialLearner<double>>;

template <class Scalar, class Rule, class Projection>
Made make(const Method& method, const Projection& projection) {
  ballast::Settings<Scalar, Projection, Schedule<Scalar>> settings;
  settings.lambda = method.lambda;
  settings.ratio = method.ratio;
  settings.schedule = make_schedule<Scalar>(method.decay, method.step_size);
  settings.projection = projection;
  return std::make_unique<FixedOfLength<Scalar, Rule, Projection>>(settings);
}

/// Without a ball of its own, a method has the largest there is.
template <class Scalar, class Rule>
Made make_with_ball(const Method& method) {
  using Value = typename ballast::ArithmeticOf<Scalar>::Value;
  const Radii radii = method.radii.value_or(Radii{ballast::FixedLimits::radius, ballast::FixedLimits::radius});
  if (radii.theta > ballast::FixedLimits::radius) { throw InputError("in fixed point, no radius is above 1000"); }
  if (radii.is_joint) { return make<Scalar, Rule>(method, ballast::JointBall<Scalar>{Value(radii.theta)}); }
  return make<Scalar, Rule>(method, ballast::SeparateBalls<Scalar>{Value(radii.omega), Value(radii.theta)});
}

template <class Scalar>
Made make_with_rule(const Method& method) {
  switch (method.rule) {
    case Rule::standard: return make_with_ball<Scalar, ballast::Standard>(method);
    case Rule::differential: return make_with_ball<Scalar, ballast::Differential>(method);
    case Rule::implicit_differential: return make_with_ball<Scalar, ballast::ImplicitDifferential>(method);
    default: return make_with_ball<Scalar, ballast::Implicit>(method);
  }
}

/// Formats are those of the next power of four: their weights are as fine as with the dimension itself.
template <class Limits>
Made make_of_length(const Method& method, std::size_t dimension) {
  if (dimension <= 4) { return make_with_rule<ballast::Fixed<4, Limits>>(method); }
  if (dimension <= 16) { return make_with_rule<ballast::Fixed<16, Limits>>(method); }
  if (dimension <= 64) { return make_with_rule<ballast::Fixed<64, Limits>>(method); }
  if (dimension <= 256) { return make_with_rule<ballast::Fixed<256, Limits>>(method); }
  if (dimension > most_fixed_features) { throw InputError("in fixed point, there are at most 1024 features"); }
  return make_with_rule<ballast::Fixed<most_fixed_features, Limits>>(method);
}

}  // namespace

Made make_fixed_learner(const Method& method, std::size_t dimension) {
  if (method.is_without_constant) { throw InputError("in fixed point, no constant direction is removed"); }
  if (method.average_reward_decay) { throw InputError("in fixed point, both estimates have one schedule"); }
  if (method.lambda <= 0.5) { return make_of_length<LambdaUpTo<50>>(method, dimension); }
  if (method.lambda <= 0.93) { return make_of_length<LambdaUpTo<93>>(method, dimension); }
  return make_of_length<LambdaUpTo<99>>(method, dimension);
}

}  // namespace ballast::experiments
