#include "engine/dynamic_learner.hpp"

#include <ballast/detail/dense_arrays.hpp>
#include <ballast/detail/kernel/runs.hpp>
#include <ballast/detail/learner_base.hpp>
#include <ballast/detail/run_arrays.hpp>
#include <ballast/detail/snapshot/access.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "engine/any_schedule.hpp"
#include "engine/engine_learner.hpp"
#include "engine/typed_settings.hpp"
#include "engine/word_archive.hpp"
#include "experiments/trials/without_vector.hpp"

namespace tool {
namespace {

using ballast::experiments::WithoutVector;

/// The passes over the arrays as functions that all types of learners call: seventy-two copies of them would be
/// half a megabyte.
template <class T>
struct SharedPasses {
  using Arithmetic = ballast::ArithmeticOf<T>;
  ballast::DenseArrays<Arithmetic> arrays;

  [[gnu::noinline]] auto observe(T lambda, T error) const { return arrays.observe(lambda, error); }
  [[gnu::noinline]] T learn(T lambda, T step, T start) const { return arrays.learn(lambda, step, start); }
  auto weights() const { return SharedWeights{arrays.weights()}; }

  struct SharedWeights {
    ballast::DenseWeights<Arithmetic> weights;

    [[gnu::noinline]] void scale(T factor) const { weights.scale(factor); }
    [[gnu::noinline]] void remove_ones() const { weights.remove_ones(); }
    [[gnu::noinline]] void remove_direction(const T* unit) const { weights.remove_direction(unit); }
  };
};

/// What is the same for all rules and projections.
template <class T>
class DenseLearner : public DynamicLearner<T>, public EngineLearner<T> {
  using Way = typename WordArchive<T>::Way;

 public:
  DenseLearner(const LearnerSettings<T>& chosen, std::size_t dimension)
      : weights_(dimension), trace_(dimension), chosen_(chosen) {}

  void resume(const LearnerState<T>& state) final { resume_from(state); }
  /// From a LearnerState or a Snapshot.
  template <class Saved>
  void resume_from(Saved saved) {
    resume_settings();
    transfer_progress<T>(saved, *this, Way::store);
    weights_.assign(saved.weights.begin(), saved.weights.end());
    trace_.assign(saved.trace.begin(), saved.trace.end());
  }

  LearnerState<T> state() const final {
    LearnerState<T> state;
    save_to(state);
    return state;
  }
  void save(Snapshot& snapshot) const final {
    snapshot.settings = converted<double>(settings());
    save_to(snapshot);
  }
  LearnerSettings<T> settings() const final {
    LearnerSettings<T> result = chosen_;
    if (const std::vector<T>* const unit = direction()) { result.constant_direction = *unit; }
    return result;
  }

  ballast::Report<T> learn(const Block<T>& phi, T reward, const Block<T>& next) final {
    if (!phi.is_within_dimension() || !next.is_within_dimension()) { return out_of_range(); }
    phi_.resize(weights_.size());  // the first time; all zero between updates
    next_.resize(weights_.size());
    phi.write_to(phi_.data());
    next.write_to(next_.data());
    here_ = &phi;
    there_ = &next;
    const ballast::Report<T> report = this->update(phi_.data(), reward, next_.data());
    here_ = nullptr;
    phi.erase_from(phi_.data());
    next.erase_from(next_.data());
    return report;
  }
  DynamicLearner<T>* with_arrays() final { return this; }
  T value(const Block<T>& phi) const final {
    return phi.is_within_dimension() ? ballast::kernel::dot_runs(weights_.data(), phi) : T{};
  }

  void reset_trace() final { std::fill(trace_.begin(), trace_.end(), T{}); }
  const T* weights() const final { return weights_.data(); }
  T weight(std::size_t i) const final { return weights_[i]; }

  virtual void exchange_progress(WordArchive<T>& archive) = 0;

 protected:
  /// Instead of a start.
  virtual void resume_settings() = 0;
  /// The direction that was given, as a learner has it: of length 1.
  virtual const std::vector<T>* direction() const = 0;
  virtual ballast::Report<T> out_of_range() = 0;

  /// Why a transition was refused. The library looks for it in another order where features are no arrays.
  [[gnu::noinline]] ballast::Status cause(const SharedPasses<T>& passes, T reward) const {
    using Arithmetic = ballast::ArithmeticOf<T>;
    return here_ == nullptr ? passes.arrays.cause(reward)
                            : ballast::cause_of_refusal<Arithmetic>(*here_, reward, *there_);
  }

  std::vector<T> weights_;
  std::vector<T> trace_;

 private:
  template <class Saved>
  void save_to(Saved& saved) const {
    transfer_progress<T>(saved, const_cast<DenseLearner&>(*this), Way::save);  // which is only read
    saved.weights.assign(weights_.begin(), weights_.end());
    saved.trace.assign(trace_.begin(), trace_.end());
  }

  LearnerSettings<T> chosen_;
  std::vector<T> phi_;  // of blocks, as arrays
  std::vector<T> next_;
  const Block<T>* here_ = nullptr;  // the blocks, while they are learned from
  const Block<T>* there_ = nullptr;
};

template <class Projection>
constexpr std::nullptr_t direction_of(const Projection& /*projection*/) {
  return nullptr;
}
template <class Base>
auto direction_of(const WithoutVector<Base>& projection) {
  return &projection.direction;
}

template <class T, class Rule, class Projection>
class LearnerOfLength final : public DenseLearner<T>,
                              private ballast::LearnerBase<T, Rule, Projection, AnySchedule<T>> {
  using Base = ballast::LearnerBase<T, Rule, Projection, AnySchedule<T>>;
  using Settings = typename Base::Settings;
  using Access = ballast::detail::SnapshotAccess;

 public:
  LearnerOfLength(const LearnerSettings<T>& chosen, Projection projection, std::size_t dimension)
      : DenseLearner<T>(chosen, dimension), settings_(typed_settings<Settings>(chosen, std::move(projection))) {}

  ballast::Status start(const std::vector<T>& weights, T average_reward) override {
    const ballast::Status status = settings_.validate();
    if (status != ballast::Status::ok) { return status; }
    const std::size_t dimension = this->weights_.size();
    if (!ballast::can_start_from<ballast::ArithmeticOf<T>>(weights.data(), average_reward, dimension)) {
      return ballast::Status::invalid_start;
    }
    std::copy_n(weights.begin(), dimension, this->weights_.begin());
    Base::begin(settings_, average_reward);
    this->reset_trace();
    return ballast::Status::ok;
  }

  ballast::Report<T> update(const T* phi, T reward, const T* next) override {
    const SharedPasses<T> passes{{this->weights_.data(), this->trace_.data(), phi, next, this->weights_.size()}};
    return Base::step(passes, reward,
                      [&](ballast::Report<T>& report) { Base::reject(report, this->cause(passes, reward)); });
  }
  UpdateLimit update_limit() const override {
    return {std::numeric_limits<T>::max_exponent - std::ilogb(Projection::Traits::headroom),
            Projection::Traits::reward_headroom == Projection::Traits::headroom};
  }

  T step_size() const override { return Base::next_step_size(); }
  T average_reward() const override { return Base::average_reward(); }

  void exchange_progress(WordArchive<T>& archive) override {
    Base& base = *this;
    Access::transfer_progress(archive, base);
  }

 protected:
  void resume_settings() override {
    Base& base = *this;
    Access::settings(base) = settings_;
    Access::mark_started(base);
  }
  const std::vector<T>* direction() const override { return direction_of(Base::config().projection); }
  ballast::Report<T> out_of_range() override {
    ballast::Report<T> report;
    Base::reject(report, ballast::Status::feature_index_invalid);
    return report;
  }

 private:
  Settings settings_;  // what it starts from
};

using tool::removing;
template <class T, class Base>
WithoutVector<Base> removing(const Base& base, const std::vector<T>& direction) {
  return {base, direction};
}

/// use(learner), of the type that the settings name.
template <class T, class Use>
auto with_learner(const LearnerSettings<T>& settings, std::size_t dimension, Use use) {
  return std::visit(
      [&](auto rule, auto base, const auto& direction) {
        auto projection = removing<T>(base, direction);
        using Chosen = LearnerOfLength<T, decltype(rule), decltype(projection)>;
        return use(std::make_unique<Chosen>(settings, std::move(projection), dimension));
      },
      settings.rule, settings.projection, settings.constant_direction);
}

}  // namespace

template <class T>
std::unique_ptr<DynamicLearner<T>> make_learner(const LearnerSettings<T>& settings, std::size_t dimension) {
  return with_learner<T>(settings, dimension,
                         [](auto learner) -> std::unique_ptr<DynamicLearner<T>> { return learner; });
}

template <class T>
std::unique_ptr<EngineLearner<T>> make_dense(const Snapshot& snapshot, Begin begin) {
  const std::size_t dimension = snapshot.weights.size();
  return with_learner<T>(converted<T>(snapshot.settings), dimension,
                         [&](auto learner) -> std::unique_ptr<EngineLearner<T>> {
                           if (begin == Begin::from_zero) {
                             require_ok(learner->start(std::vector<T>(dimension), T{}));
                           } else {
                             learner->resume_from(snapshot);
                           }
                           return learner;
                         });
}

template std::unique_ptr<DynamicLearner<float>> make_learner(const LearnerSettings<float>&, std::size_t);
template std::unique_ptr<DynamicLearner<double>> make_learner(const LearnerSettings<double>&, std::size_t);
template std::unique_ptr<EngineLearner<float>> make_dense(const Snapshot&, Begin);
template std::unique_ptr<EngineLearner<double>> make_dense(const Snapshot&, Begin);

}  // namespace tool
