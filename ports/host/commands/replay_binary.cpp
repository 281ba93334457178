#include "commands/replay_binary.hpp"

#include <ballast/math/ieee754.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "experiments/text/plural.hpp"
#include "io/snapshot_bytes.hpp"

namespace tool {

using ballast::Decision;
using ballast::Status;
using ballast::experiments::plural;

namespace {

const char* yes_or_no(bool x) {
  return x ? "yes" : "no";
}

struct Differing {
  std::string what;
  double recorded;
  double computed;
};

/// The first number that differs, in the order in which people ask.
std::optional<Differing> first_difference(const Snapshot& recorded, const Snapshot& computed) {
  if (recorded.average_reward != computed.average_reward) {
    return Differing{"average reward", recorded.average_reward, computed.average_reward};
  }
  if (recorded.updates != computed.updates) {
    return Differing{"number of updates", double(recorded.updates), double(computed.updates)};
  }
  for (std::size_t i = 0; i < recorded.weights.size(); ++i) {
    if (recorded.weights[i] != computed.weights[i]) {
      return Differing{fmt::format("weight {}", i), recorded.weights[i], computed.weights[i]};
    }
  }
  return {};
}

std::size_t first_different_byte(const std::vector<uint8_t>& a, const std::vector<uint8_t>& b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  const auto end = a.begin() + static_cast<std::ptrdiff_t>(shorter);
  return static_cast<std::size_t>(std::mismatch(a.begin(), end, b.begin()).first - a.begin());
}

}  // namespace

// --- differences ----------------------------------------------------------------------------------------------------

/// Returns false: the replay ends.
template <class T>
template <class Recorded, class Computed>
bool BinaryReplay<T>::differ(const char* what, const Recorded& recorded, const Computed& computed) {
  difference_ =
      fmt::format("{}, tick {}: {}: recorded {}, computed {}", log_.place(), log_.tick(), what, recorded, computed);
  return false;
}

template <class T>
bool BinaryReplay<T>::compare(const Record<T>& record, const Decision& computed) {
  if (record.status != computed.status) { return differ("status", name(record.status), name(computed.status)); }
  if (record.action != computed.action) { return differ("action", record.action, computed.action); }
  if (record.is_exploring != computed.is_exploring) {
    return differ("random", yes_or_no(record.is_exploring), yes_or_no(computed.is_exploring));
  }
  if (record.has_learned != computed.has_learned) {
    return differ("learned", yes_or_no(record.has_learned), yes_or_no(computed.has_learned));
  }
  return true;
}

template <class T>
bool BinaryReplay<T>::compare_average_reward() {
  const T computed = player_->average_reward();
  const bool is_same = ballast::to_bits(computed) == ballast::to_bits(log_.average_reward());
  return is_same || differ("average reward", log_.average_reward(), computed);
}

template <class T>
bool BinaryReplay<T>::compare_checkpoint() {
  ++counts_.checkpoints;
  const LoggedSnapshot& recorded = log_.snapshot();
  Snapshot computed = player_->snapshot_but_features();
  if (!player_->knows_last_features()) {
    ++counts_.without_features;
    computed.agent->features = recorded.snapshot.agent->features;
  }
  computed.revision = recorded.snapshot.revision;
  computed.companions = recorded.snapshot.companions;  // health and guard are not replayed
  const std::vector<uint8_t> bytes = to_bytes(computed);
  if (bytes == recorded.bytes) { return true; }
  const std::optional<Differing> number = first_difference(recorded.snapshot, computed);
  if (number) { return differ(("checkpoint, " + number->what).c_str(), number->recorded, number->computed); }
  const std::size_t at = first_different_byte(recorded.bytes, bytes);
  const auto byte = [at](const std::vector<uint8_t>& of) {
    return at < of.size() ? fmt::format("0x{:02X}", of[at]) : std::string("nothing");
  };
  return differ(fmt::format("checkpoint, byte {}", at).c_str(), byte(recorded.bytes), byte(bytes));
}

// --- where it starts ------------------------------------------------------------------------------------------------

template <class T>
void BinaryReplay<T>::start_from(const Snapshot& snapshot, const std::string& name) {
  const std::string wrong = mismatch(snapshot, log_.layout());
  if (!wrong.empty()) { throw InputError(fmt::format("{}: {}", name, wrong)); }
  try {
    from_player_ = resume_player<T>(snapshot);
  } catch (const InputError& error) { throw InputError(fmt::format("{}: {}", name, error.what())); }
  from_ = snapshot;
  from_name_ = name;
}

/// With that of what is in the log beside the record: the same features cannot have two.
template <class T>
void BinaryReplay<T>::compare_fingerprint(const Snapshot& from) {
  is_fingerprint_open_ = !fingerprint_;
  if (is_fingerprint_open_ || *fingerprint_ == from.fingerprint) { return; }
  throw InputError(fmt::format("{}: the fingerprint is 0x{:08X}, and {} has 0x{:08X}: its features are others",
                               from_name_, from.fingerprint, fingerprint_place_, *fingerprint_));
}

/// At the record that says that the snapshot was saved.
template <class T>
void BinaryReplay<T>::start_saved() {
  compare_fingerprint(*from_);
  begin(std::move(from_player_), *from_);
  from_.reset();
}

template <class T>
void BinaryReplay<T>::begin(std::unique_ptr<Player<T>> player, const Snapshot& snapshot) {
  if (!first_) {
    if (check_start_) { check_start_(snapshot); }
    first_ = snapshot;
  }
  player_ = std::move(player);
  is_just_lost_ = false;
}

template <class T>
template <class Call>
auto BinaryReplay<T>::at_place(Call call) const {
  try {
    return call();
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}, tick {}: {}", log_.place(), log_.tick(), error.what()));
  }
}

/// After a gap, one can go on from a checkpoint as well.
template <class T>
std::unique_ptr<Player<T>> BinaryReplay<T>::player_of(const LoggedSnapshot& logged) const {
  return at_place([&] {
    return logged.kind == BlockKind::start ? start_player<T>(logged.snapshot) : resume_player<T>(logged.snapshot);
  });
}

template <class T>
bool BinaryReplay<T>::use_snapshot() {
  const LoggedSnapshot& logged = log_.snapshot();
  if (from_ || is_fingerprint_open_) {
    fingerprint_ = logged.snapshot.fingerprint;
    fingerprint_place_ = log_.place();
  }
  if (from_) { return true; }
  if (is_fingerprint_open_) { compare_fingerprint(*first_); }
  const bool is_checkpoint = logged.kind == BlockKind::checkpoint;
  if (is_checkpoint && !player_ && needs_unknown_features(logged.snapshot)) { return true; }
  if (is_checkpoint && player_) {
    if (!compare_checkpoint()) { return false; }
  } else {
    begin(player_of(logged), logged.snapshot);
  }
  if (listener_ != nullptr) { listener_->snapshot(logged, log_.tick()); }
  return true;
}

/// Nothing can be computed until the next state.
template <class T>
void BinaryReplay<T>::lose(const std::string& what) {
  ++counts_.gaps;
  fmt::print(stderr, "ballast: {}, tick {}: {}: nothing can be computed until the next state\n", log_.place(),
             log_.tick(), what);
  player_.reset();
  is_just_lost_ = true;
}

/// 0 after a state that was not finished is the same gap again: the device tells what the reader has seen.
template <class T>
void BinaryReplay<T>::lose_ticks(uint32_t count) {
  if (count == 0 && is_just_lost_) { return; }
  lose(count == 0 ? std::string("something is missing")
                  : fmt::format("{} {} missing", count, count == 1 ? "tick is" : "ticks are"));
}

// --- records --------------------------------------------------------------------------------------------------------

template <class T>
bool BinaryReplay<T>::update(Record<T>& record) {
  if (!has_here_) {
    throw InputError(fmt::format("{}, tick {}: an update without the state that it leaves", log_.place(), log_.tick()));
  }
  const Status status = player_->update(here_, record.reward, record.features).status;
  return status == record.status || differ("status", name(record.status), name(status));
}

/// False if something differs.
template <class T>
bool BinaryReplay<T>::play_tick(Record<T>& record) {
  ++counts_.ticks;
  switch (record.kind) {
    case RecordKind::observe: return compare(record, player_->observe(record.features, record.feasible));
    case RecordKind::tick: return compare(record, player_->tick(record.reward, record.features, record.feasible));
    case RecordKind::skip: return compare(record, player_->skip(record.feasible));
    default: return update(record);
  }
}

template <class T>
bool BinaryReplay<T>::play_record() {
  Record<T>& record = log_.record();
  if (record.kind == RecordKind::saved && from_ && record.number == from_->revision) { start_saved(); }
  if (listener_ != nullptr) {
    at_place([&] { listener_->before(record, player_.get()); });
  }
  if (record.kind == RecordKind::gap) { lose_ticks(record.number); }
  if (is_tick(record.kind)) { is_just_lost_ = false; }
  if (!player_ && is_tick(record.kind)) { ++(first_ ? counts_.not_computed : counts_.before_first); }
  if (player_ && is_tick(record.kind) && !play_tick(record)) { return false; }
  if (player_ && record.kind == RecordKind::reset) { player_->reset_trace(); }
  if (player_ && record.kind == RecordKind::evaluate) { player_->evaluate(record.only_evaluates()); }
  if (player_ && log_.has_average_reward() && !compare_average_reward()) { return false; }
  if (listener_ != nullptr) { listener_->after(record, player_.get()); }
  if (record.kind == RecordKind::update || record.kind == RecordKind::from) {
    std::swap(here_, record.features);
    has_here_ = true;
  }
  return true;
}

template <class T>
bool BinaryReplay<T>::step(LogItem item) {
  if (item == LogItem::record) { return play_record(); }
  if (item == LogItem::snapshot) { return use_snapshot(); }
  lose(log_.missing());
  has_here_ = false;
  if (listener_ != nullptr) { listener_->missing(); }
  return true;
}

template <class T>
bool BinaryReplay<T>::run() {
  for (LogItem item = log_.next(); item != LogItem::end && log_.tick() < end_; item = log_.next()) {
    if (!step(item)) { return false; }
  }
  if (first_) { return true; }
  if (from_) {
    throw InputError(fmt::format("{}: no record says that a snapshot with revision {} was saved, which {} has",
                                 log_.name(), from_->revision, from_name_));
  }
  throw InputError(
      fmt::format("{}: no state to start from ('--from SNAPSHOT' starts where that snapshot was saved)", log_.name()));
}

template class BinaryReplay<float>;
template class BinaryReplay<double>;

}  // namespace tool
