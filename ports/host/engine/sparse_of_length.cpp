// The library's SparseLearner with arrays of any length.

#include <ballast/detail/snapshot/access.hpp>
#include <ballast/detail/sparse/lazy_learner.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <variant>
#include <vector>

#include "engine/any_schedule.hpp"
#include "engine/engine_learner.hpp"
#include "engine/typed_settings.hpp"
#include "engine/word_archive.hpp"

namespace tool {
namespace {

/// See ballast::sparse::FixedArrays.
template <class T>
struct Vectors {
  using Slot = uint32_t;
  static constexpr bool inlines_step = false;  // one function for all types of learners that share it
  using OfEpochs = std::vector<T>;
  template <class X>
  using OfFeatures = std::vector<X>;
  using Slots = std::vector<Slot>;
};

template <class T>
std::size_t slot_bytes(std::size_t dimension) {
  const std::size_t slots = ballast::sparse::slots_for<T>(dimension);
  return slots <= 256 ? 1 : slots <= 65536 ? 2 : 4;
}

/// What is the same for all rules and projections.
template <class T>
class LearnerInWords : public EngineLearner<T> {
  using Archive = WordArchive<T>;
  using Way = typename Archive::Way;

 public:
  LearnerInWords(const LearnerSettings<T>& chosen, std::size_t dimension) : chosen_(chosen), dimension_(dimension) {}

  void save(Snapshot& snapshot) const final {
    auto& learner = const_cast<LearnerInWords&>(*this);  // which is only read
    snapshot.settings = converted<double>(chosen_);
    transfer_progress<T>(snapshot, learner, Way::save);
    snapshot.weights.clear();
    for (std::size_t i = 0; i < dimension_; ++i) { snapshot.weights.push_back(static_cast<double>(this->weight(i))); }
    snapshot.sparse.clear();
    Archive archive(snapshot.sparse, Way::save, slot_bytes<T>(dimension_));
    learner.exchange_arrays(archive);
  }
  void resume(Snapshot saved) {
    resume_settings();
    transfer_progress<T>(saved, *this, Way::store);
    Archive archive(saved.sparse, Way::store, slot_bytes<T>(dimension_));
    exchange_arrays(archive);
    archive.finish();
  }

  virtual void exchange_progress(Archive& archive) = 0;

 protected:
  virtual void exchange_arrays(Archive& archive) = 0;
  /// Instead of a start.
  virtual void resume_settings() = 0;

 private:
  LearnerSettings<T> chosen_;
  std::size_t dimension_;
};

template <class T, class Rule, class Projection>
class SparseOfLength final : public LearnerInWords<T>,
                             private ballast::sparse::LazyLearner<T, Vectors<T>, Rule, Projection, AnySchedule<T>> {
  using Base = ballast::sparse::LazyLearner<T, Vectors<T>, Rule, Projection, AnySchedule<T>>;
  using Settings = typename Base::Settings;
  using Access = ballast::detail::SnapshotAccess;

 public:
  SparseOfLength(const LearnerSettings<T>& chosen, const Projection& projection, std::size_t dimension)
      : LearnerInWords<T>(chosen, dimension), settings_(typed_settings<Settings>(chosen, projection)) {
    Base::resize(dimension);
  }

  void start() {
    require_ok(settings_.validate());
    Base::begin(settings_, nullptr, T{});
  }

  ballast::Report<T> learn(const Block<T>& phi, T reward, const Block<T>& next) override {
    return Base::update_checked(phi, reward, next);
  }
  T value(const Block<T>& phi) const override { return Base::value_of(phi); }
  void reset_trace() override { Base::reset_trace(); }

  T step_size() const override { return Base::next_step_size(); }
  T average_reward() const override { return Base::average_reward(); }
  T weight(std::size_t i) const override { return Base::weight(i); }
  UpdateLimit update_limit() const override {
    return {std::numeric_limits<T>::max_exponent - std::ilogb(ballast::ArithmeticOf<T>::ball_headroom),
            Projection::Traits::is_joint};
  }

  void exchange_progress(WordArchive<T>& archive) override {
    Base& base = *this;
    Access::transfer_progress(archive, base);
  }

 protected:
  void exchange_arrays(WordArchive<T>& archive) override {
    Base& base = *this;
    Access::transfer_sparse(archive, base);
  }
  void resume_settings() override {
    Base& base = *this;
    Access::settings(base) = settings_;
    Access::mark_started(base);
  }

 private:
  Settings settings_;  // what it starts from
};

}  // namespace

template <class T>
std::unique_ptr<EngineLearner<T>> make_sparse(const Snapshot& snapshot, Begin begin) {
  const LearnerSettings<T> settings = converted<T>(snapshot.settings);
  std::variant<typename LearnerSettings<T>::KeepAll, typename LearnerSettings<T>::Ones> direction;
  if (settings.constant_direction.index() == 1) { direction = typename LearnerSettings<T>::Ones{}; }
  return std::visit(
      [&](auto rule, auto base, auto removed) -> std::unique_ptr<EngineLearner<T>> {
        const auto projection = removing<T>(base, removed);
        using Chosen = SparseOfLength<T, decltype(rule), std::decay_t<decltype(projection)>>;
        auto learner = std::make_unique<Chosen>(settings, projection, snapshot.weights.size());
        begin == Begin::from_zero ? learner->start() : learner->resume(snapshot);
        return learner;
      },
      settings.rule, settings.projection, direction);
}

template std::unique_ptr<EngineLearner<float>> make_sparse(const Snapshot&, Begin);
template std::unique_ptr<EngineLearner<double>> make_sparse(const Snapshot&, Begin);

}  // namespace tool
