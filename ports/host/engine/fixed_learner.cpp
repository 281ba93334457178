#include "engine/fixed_learner.hpp"

#include <ballast/detail/learner_base.hpp>
#include <ballast/detail/snapshot/access.hpp>

#include <cmath>
#include <stdexcept>
#include <utility>

#include "engine/fixed_trace.hpp"

namespace tool {
namespace {

using Arithmetic = AnyFixedArithmetic;
using Access = ballast::detail::SnapshotAccess;
using ballast::Status;
using ballast::detail::two_to_the;

/// What a step of LearnerBase works on.
struct FixedArrays {
  const FixedShape& shape;
  FixedTrace& trace;
  std::vector<Arithmetic::Weight>& theta;
  const std::vector<Arithmetic::Feature>& phi;
  const std::vector<Arithmetic::Feature>& next;

  FixedTrace::Observed observe(Arithmetic::Lambda lambda, Arithmetic::Value error) const {
    return trace.observe(theta.data(), phi.data(), next.data(), lambda, error);
  }
  Arithmetic::SquaredNorm learn(Arithmetic::Lambda /*lambda*/, const Arithmetic::Step& step,
                                Arithmetic::SquaredNorm start) const {
    const int shift = shape.norm_shift();
    return {(start.sum >> shift) + trace.move(theta.data(), step), shift};
  }
  ballast::DenseWeights<Arithmetic::Base> weights() const { return {theta.data(), theta.size()}; }
};

/// The members that the library passes, as words or back.
class ProgressArchive {
 public:
  ProgressArchive(FixedState& state, bool is_storing)
      : words_{&state.average_reward_rest, &state.updates, &state.projections, &state.rejections,
               &state.schedule_time,       &state.dither,  &state.saturations},
        average_reward_(state.average_reward),
        is_storing_(is_storing) {}

  bool is_storing() const { return is_storing_; }
  void operator()(Arithmetic::Value& x) {
    if (is_storing_) { x = Arithmetic::Value::from_raw(average_reward_); }
    average_reward_ = x.raw();
  }
  void operator()(uint32_t& x) {
    uint32_t& word = *words_[at_++];
    (is_storing_ ? x : word) = is_storing_ ? word : x;
  }

 private:
  uint32_t* words_[7];
  int32_t& average_reward_;
  bool is_storing_;
  std::size_t at_ = 0;
};

// --- of a snapshot, whose numbers are the exact ones in double ------------------------------------------------------

/// Units of the format: a snapshot that was read has no number beyond it.
uint32_t units_of(double x, Quantity quantity, const FixedFormats& formats) {
  return to_fixed(x, quantity, formats).value();
}
int32_t trace_units(double x, const FixedFormats& formats) {
  const uint32_t units = units_of(x, Quantity::trace, formats);
  return formats.trace_width == 16 ? static_cast<int16_t>(units) : static_cast<int32_t>(units);
}

FixedState state_of(const Snapshot& snapshot) {
  const FixedFormats& formats = *snapshot.fixed;
  FixedState state;
  state.average_reward = static_cast<int32_t>(units_of(snapshot.average_reward, Quantity::value, formats));
  state.average_reward_rest = units_of(snapshot.average_reward_rest, Quantity::rest, formats);
  state.updates = snapshot.updates;
  state.projections = snapshot.projections;
  state.rejections = snapshot.rejections;
  state.schedule_time = snapshot.schedule_time;
  state.dither = snapshot.dither;
  state.saturations = snapshot.saturations;
  for (const double x : snapshot.weights) {
    state.weights.push_back(static_cast<int32_t>(units_of(x, Quantity::weight, formats)));
  }
  for (const double x : snapshot.trace) { state.trace.push_back(trace_units(x, formats)); }
  return state;
}

void store(const FixedState& state, Snapshot& snapshot) {
  const FixedFormats& formats = *snapshot.fixed;
  snapshot.average_reward = from_fixed(static_cast<uint32_t>(state.average_reward), Quantity::value, formats);
  snapshot.average_reward_rest = from_fixed(state.average_reward_rest, Quantity::rest, formats);
  snapshot.updates = state.updates;
  snapshot.projections = state.projections;
  snapshot.rejections = state.rejections;
  snapshot.schedule_time = state.schedule_time;
  snapshot.dither = state.dither;
  snapshot.saturations = state.saturations;
  snapshot.weights.clear();
  for (const int32_t x : state.weights) {
    snapshot.weights.push_back(from_fixed(static_cast<uint32_t>(x), Quantity::weight, formats));
  }
  snapshot.trace.clear();
  for (const int32_t x : state.trace) {
    snapshot.trace.push_back(from_fixed(static_cast<uint32_t>(x), Quantity::trace, formats));
  }
}

// --- the learner ----------------------------------------------------------------------------------------------------

double norm2_in_double(const FixedShape& shape, uint32_t units) {
  return units * two_to_the(-shape.trace_norm_fraction());
}

/// What is the same for all rules and projections.
class FixedOfLength : public FixedDynamicLearner {
 public:
  FixedOfLength(const FixedSettings& chosen, const FixedShape& shape)
      : shape_(shape),
        chosen_(chosen),
        trace_(make_fixed_trace(shape)),
        theta_(shape.dimension),
        in_double_(shape.dimension) {}

  using FixedDynamicLearner::learn;
  using FixedDynamicLearner::value;

  void resume(const LearnerState<double>& /*state*/) final { throw std::logic_error("numbers of a state in double"); }
  LearnerState<double> state() const final { throw std::logic_error("numbers of a state in double"); }
  LearnerSettings<double> settings() const final { return as_double(chosen_, shape_); }

  ballast::Report<double> learn(const Block<double>& phi, double reward, const Block<double>& next) final {
    if (!phi.is_within_dimension() || !next.is_within_dimension()) { return rejected(Status::feature_index_invalid); }
    std::vector<double> here(shape_.dimension);
    std::vector<double> there(shape_.dimension);
    phi.write_to(here.data());
    next.write_to(there.data());
    return this->update(here.data(), reward, there.data());
  }
  DynamicLearner<double>* with_arrays() final { return this; }
  double value(const Block<double>& /*phi*/) const final { throw std::logic_error("features in double"); }
  Value value(const Block<Feature>& phi) const final {
    return phi.is_within_dimension() ? ballast::value_of_runs(theta_.data(), phi) : Value{};
  }
  ballast::Report<double> learn(const Block<Feature>& phi, Value reward, const Block<Feature>& next) final {
    if (!phi.is_within_dimension() || !next.is_within_dimension()) { return rejected(Status::feature_index_invalid); }
    phi_.assign(shape_.dimension, Feature{});
    next_.assign(shape_.dimension, Feature{});
    phi.write_to(phi_.data());
    next.write_to(next_.data());
    return step(reward);
  }
  const FixedShape& shape() const final { return shape_; }
  void reset_trace() final { trace_->clear(); }

  double weight(std::size_t i) const final { return theta_[i].raw() * two_to_the(-shape_.weight_fraction); }
  const double* weights() const final {
    for (std::size_t i = 0; i < theta_.size(); ++i) { in_double_[i] = weight(i); }
    return in_double_.data();
  }
  UpdateLimit update_limit() const final { return {31, false}; }  // not asked for: no update overflows

  void save(Snapshot& snapshot) const final {
    snapshot.settings = settings();
    store(this->fixed_state(), snapshot);
  }

 protected:
  /// From phi_ to next_.
  virtual ballast::Report<double> step(Value reward) = 0;
  virtual ballast::Report<double> rejected(Status status) = 0;

  bool convert(const double* from, std::vector<Arithmetic::Feature>& to) const {
    to.clear();
    std::size_t active = 0;
    for (std::size_t i = 0; i < shape_.dimension; ++i) {
      if (!(std::fabs(from[i]) <= 1.0)) { return false; }
      if (from[i] != 0.0 && ++active > shape_.active) { return false; }
      to.emplace_back(from[i]);  // 1 becomes the largest feature there is
    }
    return true;
  }

  FixedShape shape_;
  FixedSettings chosen_;
  std::unique_ptr<FixedTrace> trace_;
  std::vector<Arithmetic::Weight> theta_;
  std::vector<Arithmetic::Feature> phi_;
  std::vector<Arithmetic::Feature> next_;

 private:
  mutable std::vector<double> in_double_;  // theta_, when it was last asked for
};

template <class Rule, class Projection>
class FixedOfTypes final : public FixedOfLength,
                           private ballast::LearnerBase<AnyFixed, Rule, Projection, AnyFixedSchedule> {
  using Base = ballast::LearnerBase<AnyFixed, Rule, Projection, AnyFixedSchedule>;

 public:
  FixedOfTypes(const FixedSettings& chosen, const FixedShape& shape, const Projection& projection)
      : FixedOfLength(chosen, shape) {
    settings_.lambda = chosen.lambda;
    settings_.ratio = chosen.ratio;
    settings_.schedule = chosen.schedule;
    settings_.projection = projection;
  }

  Status start(const std::vector<double>& weights, double average_reward) override {
    const Status status = settings_.validate();
    if (status != Status::ok) { return status; }
    if (!can_start_from(weights, average_reward)) { return Status::invalid_start; }
    for (std::size_t i = 0; i < theta_.size(); ++i) {
      theta_[i] = Arithmetic::Weight::from_raw(
          ballast::detail::rounded_into_range<int32_t>(weights[i] * two_to_the(shape_.weight_fraction)));
    }
    Base::begin(settings_, value_in(shape_, average_reward));
    choose_format();
    reset_trace();
    return Status::ok;
  }

  void resume_fixed(const FixedState& state) override {
    Base& base = *this;
    Access::settings(base) = settings_;
    FixedState copy = state;
    ProgressArchive archive(copy, true);
    Access::transfer_progress(archive, base);
    choose_format();
    for (std::size_t i = 0; i < theta_.size(); ++i) {
      theta_[i] = Arithmetic::Weight::from_raw(state.weights[i]);
      trace_->set_units(i, state.trace[i]);
    }
    Access::mark_started(base);
  }
  FixedState fixed_state() const override {
    FixedState state;
    ProgressArchive archive(state, false);
    Base& base = const_cast<FixedOfTypes&>(*this);  // which is only read
    Access::transfer_progress(archive, base);
    for (std::size_t i = 0; i < theta_.size(); ++i) {
      state.weights.push_back(theta_[i].raw());
      state.trace.push_back(trace_->units(i));
    }
    return state;
  }

  ballast::Report<double> update(const double* phi, double reward, const double* next) override {
    if (!convert(phi, phi_)) { return rejected(Status::feature_not_finite); }
    if (!std::isfinite(reward)) { return rejected(Status::reward_not_finite); }
    if (!convert(next, next_)) { return rejected(Status::next_feature_not_finite); }
    return step(value_in(shape_, reward));
  }

  double step_size() const override { return Base::next_step_size().to_double(); }
  double average_reward() const override { return from_value(shape_, Base::average_reward()); }

 protected:
  ballast::Report<double> step(Arithmetic::Value reward) override {
    const FixedArrays arrays{shape_, *trace_, theta_, phi_, next_};
    return in_double(Base::step(arrays, reward, [](typename Base::Report&) {}));
  }
  ballast::Report<double> rejected(Status status) override {
    typename Base::Report report;
    Base::reject(report, status);
    return {report.status, {}, 0, 0, 0, 0};
  }

 private:
  /// Begins with each start.
  void choose_format() { Base::State::trace_shift = shape_.trace_fraction - OneFormat::trace_fraction; }

  /// As StartValues: within the radius, and the average reward, too.
  bool can_start_from(const std::vector<double>& weights, double average_reward) const {
    const double largest = chosen_.largest_radius;
    double norm2 = 0;
    for (const double x : weights) { norm2 += x * x; }
    return norm2 <= largest * largest && std::fabs(average_reward) <= largest;
  }

  ballast::Report<double> in_double(const typename Base::Report& report) const {
    return {report.status,
            report.projected,
            from_value(shape_, report.td_error),
            report.weights_step_size.to_double(),
            report.average_reward_step_size.to_double(),
            norm2_in_double(shape_, report.trace_norm2.units)};
  }

  typename Base::Settings settings_;  // what it starts from
};

template <class Rule, class Projection>
std::unique_ptr<FixedDynamicLearner> make(const FixedSettings& settings, const FixedShape& shape,
                                          const Projection& projection) {
  return std::make_unique<FixedOfTypes<Rule, Projection>>(settings, shape, projection);
}

}  // namespace

std::unique_ptr<FixedDynamicLearner> make_fixed_learner(const FixedSettings& settings, const FixedShape& shape) {
  return std::visit(
      [&](auto rule, const auto& ball) -> std::unique_ptr<FixedDynamicLearner> {
        using Rule = decltype(rule);
        using Ball = std::decay_t<decltype(ball)>;
        if (settings.removes_ones) { return make<Rule>(settings, shape, ballast::WithoutOnes<Ball>{ball}); }
        return make<Rule>(settings, shape, ball);
      },
      settings.rule, settings.projection);
}

std::unique_ptr<FixedDynamicLearner> make_fixed_learner(const Snapshot& snapshot, Begin begin) {
  const std::size_t dimension = snapshot.weights.size();
  const FixedShape shape = logged_shape(*snapshot.fixed, dimension);
  auto learner = make_fixed_learner(logged_settings(snapshot.settings, shape), shape);
  if (begin == Begin::from_zero) {
    require_ok(learner->start(std::vector<double>(dimension), 0));
  } else {
    learner->resume_fixed(state_of(snapshot));
  }
  return learner;
}

}  // namespace tool
