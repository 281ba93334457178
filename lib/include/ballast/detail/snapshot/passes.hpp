#pragma once
/// The passes over a snapshot, of any learner or agent: written, compared, found, checked, stored.

#include <ballast/detail/snapshot/access.hpp>
#include <ballast/detail/snapshot/archive.hpp>
#include <ballast/detail/snapshot/fixed.hpp>
#include <ballast/detail/snapshot/format.hpp>
#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/initializer_list.h>
#include <etl/type_traits.h>

namespace ballast {
namespace detail {

template <class T>
struct IsSparse : etl::false_type {};
template <class S, size_t D, class R, class P, class C>
struct IsSparse<SparseLearner<S, D, R, P, C>> : etl::true_type {};

/// What a snapshot of `Subject` consists of, a learner or an agent.
template <class Subject>
struct Snapshot {
  using Access = SnapshotAccess;
  static constexpr bool is_agent = IsAgent<Subject>::value;
  static constexpr bool has_companions = false;
  using Parts = Access::Parts<Subject, is_agent>;
  using Learner = typename Parts::Learner;
  using Settings = typename Learner::Settings;
  using Arithmetic = typename Learner::Arithmetic;
  static constexpr bool is_sparse = IsSparse<Learner>::value;
  static constexpr bool is_fixed = IsFixed<Arithmetic>::value;
  static constexpr uint32_t number = sizeof(typename Learner::Value);
  static constexpr uint32_t dimension = Access::dimension<Learner>();

  static constexpr uint32_t settings_bytes = Access::settings_bytes<Settings>();
  static constexpr uint32_t progress_bytes = Access::progress_bytes<Learner>();
  static constexpr uint32_t weights_bytes = dimension * number;
  static constexpr uint32_t bytes_of_arrays() noexcept {
    if constexpr (is_sparse && !is_fixed) {
      return Access::sparse_bytes<Learner>();
    } else {
      return padded(dimension * sizeof(typename Learner::Trace));
    }
  }
  static constexpr uint32_t arrays_bytes = bytes_of_arrays();
  static constexpr uint32_t bytes = snapshot_header_bytes + (is_agent ? 6 : 5) * section_header_bytes + settings_bytes +
                                    progress_bytes + weights_bytes + arrays_bytes + Parts::bytes +
                                    snapshot_checksum_bytes;

  static constexpr uint32_t learner_code = (is_sparse ? 2 : 1) + (is_agent ? layout_agent : 0);
  static constexpr uint32_t scalar_code = ScalarCode<Arithmetic>::value;
  static constexpr uint32_t formats = ScalarCode<Arithmetic>::formats;
  static constexpr SnapshotLayout layout{{learner_code | scalar_code << 8 | Access::rule_code<Learner>() << 16 |
                                              Access::projection_code<typename Settings::Projection::Traits>() << 24,
                                          Access::schedule_code<typename Settings::Schedule>() |
                                              Parts::exploration_steps << 8 | Parts::features_code << 16,
                                          Parts::actions, dimension}};
};

/// A dense learner always is, and one in fixed point. The weights of a sparse one are computed, and forged numbers may
/// give anything.
template <class Learner>
bool is_finite_throughout(const Learner& learner) noexcept {
  if constexpr (Snapshot<Learner>::is_sparse && !Snapshot<Learner>::is_fixed) {
    for (size_t i = 0; i < Snapshot<Learner>::dimension; ++i) {
      if (!is_finite(learner.weight(i))) { return false; }
    }
  } else {
    (void)learner;
  }
  return true;
}

/// Whether there is a snapshot, all of it.
template <class Medium>
Status find_snapshot(Medium& medium) noexcept {
  Archive<Medium> archive(medium, Pass::find);
  (void)archive.preamble(0, 0);
  archive.rest();
  return archive.status();
}

/// The rest of the header. `mask`: what must be the same; of the formats, if there are any, `format_mask`.
template <uint32_t formats, uint32_t format_mask, class Medium>
void exchange_layout(Archive<Medium>& archive, const SnapshotLayout& layout, const SnapshotLayout& mask,
                     uint32_t features) noexcept {
  for (size_t i = 0; i < SnapshotLayout::words; ++i) {
    uint32_t difference = (archive.exchange(layout.word[i]) ^ layout.word[i]) & mask.word[i];
    if (difference == 0) { continue; }
    size_t byte = 4 * i;
    for (; (difference & 0xFFU) == 0; difference >>= 8) { ++byte; }
    archive.fail(layout_differs[byte]);
  }
  if (archive.exchange(features) != features) { archive.fail(Status::other_features); }
  if constexpr (formats != 0) {
    if (((archive.exchange(formats) ^ formats) & format_mask) != 0) { archive.fail(Status::other_scalar); }
  }
  for (size_t i = formats != 0 ? 1 : 0; i < 3; ++i) { (void)archive.exchange(0); }
}

/// One pass over all that a snapshot consists of. Only Pass::store changes `subject`. (One function for all of them is
/// less than half the code.)
template <class Subject, class Medium>
[[gnu::noinline]] Status exchange_all(Medium& medium, Pass pass, Subject& subject, uint32_t features) noexcept {
  using Kind = Snapshot<Subject>;
  Archive<Medium> archive(medium, pass);
  auto& learner = SnapshotAccess::learner(subject);
  (void)archive.preamble(Kind::bytes, medium.revision);
  exchange_layout<Kind::formats, all_formats>(archive, Kind::layout, whole_layout, features);
  archive.section(Section::settings, Kind::settings_bytes);
  SnapshotAccess::transfer_settings(archive, SnapshotAccess::settings(learner));
  archive.section(Section::progress, Kind::progress_bytes);
  SnapshotAccess::transfer_progress(archive, learner);
  if constexpr (Kind::is_fixed) {  // dense or sparse
    using Arithmetic = typename Kind::Arithmetic;
    using Weight = typename Arithmetic::Weight;
    using Trace = typename Arithmetic::Trace;
    if (archive.is_storing()) { SnapshotAccess::prepare(learner); }
    archive.section(Section::weights, Kind::weights_bytes);
    transfer_checked<FixedWeightsCheck<Arithmetic>, Weight>(
        archive, Kind::dimension, [&](size_t i) { return learner.weight(i); },
        [&](size_t i, Weight x) { SnapshotAccess::weights(learner)[i] = x; });
    archive.section(Section::trace, Kind::arrays_bytes);
    transfer_checked<FixedTraceCheck<Arithmetic>, Trace>(
        archive, Kind::dimension, [&](size_t i) { return learner.trace(i); },
        [&](size_t i, Trace x) { SnapshotAccess::trace(learner)[i] = x; });
    if (archive.is_storing()) { SnapshotAccess::rebuild(learner); }
  } else if constexpr (Kind::is_sparse) {
    if (archive.is_saving()) {
      archive.section(Section::weights_too, Kind::weights_bytes);
      for (size_t i = 0; i < Kind::dimension; ++i) { (void)archive.number(learner.weight(i)); }
    }
    archive.section(Section::sparse, Kind::arrays_bytes);
    SnapshotAccess::transfer_sparse(archive, learner);
  } else {
    for (const bool is_trace : {false, true}) {  // a loop: the code once
      archive.section(is_trace ? Section::trace : Section::weights, Kind::weights_bytes);
      archive.numbers(is_trace ? &SnapshotAccess::trace(learner)[0] : &SnapshotAccess::weights(learner)[0],
                      Kind::dimension);
    }
  }
  if constexpr (Kind::is_agent) {
    const uint32_t length = archive.open(Section::agent, Kind::Parts::bytes);
    if (length != Kind::Parts::bytes) { archive.fail(Status::other_features); }  // room for more of them, or fewer
    SnapshotAccess::transfer_agent(archive, SnapshotAccess::subject(subject, 0));
  }
  if constexpr (Kind::has_companions) {
    archive.is_saving() ? subject.save(archive) : subject.restore(archive);
  } else {
    archive.section(Section::end, 0);
  }
  archive.finish();
  return archive.status();
}

/// Only reads `subject`.
template <class Subject, class Medium>
Status write_snapshot(Medium& medium, Pass pass, const Subject& subject, uint32_t features) noexcept {
  return exchange_all(medium, pass, const_cast<Subject&>(subject), features);
}

/// From a medium that holds a whole snapshot.
template <class Subject, class Medium>
Status read_snapshot(Medium& medium, Subject& subject, uint32_t features) noexcept {
  auto& learner = SnapshotAccess::learner(subject);
  for (const Pass pass : {Pass::check, Pass::store}) {
    const Status status = exchange_all(medium, pass, subject, features);
    if (status != Status::ok) {
      if (pass == Pass::store) { SnapshotAccess::stop(SnapshotAccess::subject(subject, 0)); }  // it was right before
      return status;
    }
  }
  SnapshotAccess::mark_started(learner);
  return Status::ok;
}

/// Reads the average reward and goes to the weights; other sections do not matter here.
template <class Learner, class Medium>
typename Learner::Value seek_weights(Archive<Medium>& archive) noexcept {
  using Value = typename Learner::Value;
  const uint32_t length = archive.seek(Section::progress);
  const Value average_reward = archive.number(Value{});
  archive.skip((length - static_cast<uint32_t>(sizeof(Value))) / 4);
  archive.require(archive.seek(Section::weights) == Snapshot<Learner>::weights_bytes);
  return average_reward;
}

/// Whether a learner can start from what is adopted.
template <class Arithmetic>
class AdoptedCheck {
 public:
  using Value = typename Arithmetic::Value;
  [[gnu::always_inline]] explicit AdoptedCheck(Value average_reward) noexcept
      : norm2_(product(average_reward, average_reward)) {}
  [[gnu::always_inline]] void operator()(Value weight) noexcept { norm2_ = norm2_ + product(weight, weight); }
  [[gnu::always_inline]] bool is_passed() const noexcept {
    return norm2_ <= Arithmetic::square(Arithmetic::largest_radius);
  }

 private:
  Value norm2_;
};
template <class Format>
class AdoptedCheck<FixedArithmetic<Format>> {
 public:
  using Arithmetic = FixedArithmetic<Format>;
  explicit AdoptedCheck(typename Arithmetic::Value /*average_reward*/) noexcept {}  // any will do
  void operator()(typename Arithmetic::Weight weight) noexcept { weights_(weight); }
  bool is_passed() const noexcept { return weights_.is_passed(); }

 private:
  FixedWeightsCheck<Arithmetic> weights_;
};

/// From a medium that holds a whole snapshot, the average reward and the weights; as start() from given ones.
template <class Subject, class Medium>
Status read_weights(typename Snapshot<Subject>::Learner& learner, const typename Snapshot<Subject>::Settings& settings,
                    uint32_t features, Medium& medium) noexcept {
  using Learner = typename Snapshot<Subject>::Learner;
  using Value = typename Learner::Value;
  using Arithmetic = typename Learner::Arithmetic;
  for (const Pass pass : {Pass::check, Pass::store}) {
    Archive<Medium> archive(medium, pass);
    (void)archive.preamble(0, 0);
    exchange_layout<Snapshot<Subject>::formats, format_of_weights>(archive, Snapshot<Subject>::layout,
                                                                   meaning_of_weights, features);
    const Value average_reward = seek_weights<Learner>(archive);
    AdoptedCheck<Arithmetic> check(average_reward);
    const auto read_weight = [&]() noexcept {
      const auto weight = archive.number(typename Learner::Weight{});
      check(weight);
      return weight;
    };
    if (pass == Pass::store) {
      SnapshotAccess::start_from(learner, settings, average_reward, read_weight);
    } else {
      for (uint32_t i = 0; i < Snapshot<Learner>::dimension; ++i) { (void)read_weight(); }
    }
    (void)archive.seek(Section::end);
    archive.finish();
    if (!check.is_passed()) { archive.fail(Status::invalid_start); }
    if (!archive.is_good()) {
      if (pass == Pass::store) { SnapshotAccess::stop(learner); }  // it was right before
      return archive.status();
    }
  }
  return Status::ok;
}

/// The same for a learner, and for an agent.
template <class Learner, class Medium>
Status adopt_from(Learner& learner, const typename Learner::Settings& settings, uint32_t features,
                  Medium& medium) noexcept {
  const Status status = settings.validate();
  return status == Status::ok ? read_weights<Learner>(learner, settings, features, medium) : status;
}
template <class Agent, class Medium>
Status adopt_from(Agent& agent, const typename Agent::Config& config, uint64_t seed, uint32_t features,
                  Medium& medium) noexcept {
  Status status = config.settings().validate();
  if (status == Status::ok) { status = config.exploration().validate(); }
  if (status != Status::ok) { return status; }
  status = read_weights<Agent>(SnapshotAccess::learner(agent), config.settings(), features, medium);
  if (status == Status::ok) { SnapshotAccess::begin_agent(agent, config, seed); }
  return status;
}

}  // namespace detail
}  // namespace ballast
