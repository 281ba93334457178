#pragma once
/// Runs what a binary log is of, tick by tick, and compares what it computes with what was recorded.

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/player.hpp"
#include "io/binary_log.hpp"

namespace tool {

/// Who wants to see each record while it is replayed.
template <class T>
class ReplayListener {
 public:
  ReplayListener() = default;
  virtual ~ReplayListener() = default;
  ReplayListener(const ReplayListener&) = delete;
  ReplayListener& operator=(const ReplayListener&) = delete;

  /// `player` is nullptr where nothing can be computed: after a gap, until the next state.
  virtual void before(const Record<T>& record, const Player<T>* player) = 0;
  virtual void after(const Record<T>& record, const Player<T>* player) = 0;
  /// The player has been started or resumed from it, or compared with it.
  virtual void snapshot(const LoggedSnapshot& /*snapshot*/, uint64_t /*tick*/) {}
  /// Blocks are missing.
  virtual void missing() {}
};

struct ReplayCounts {
  uint64_t ticks = 0;         ///< computed
  uint64_t before_first = 0;  ///< recorded, but before the first state
  uint64_t not_computed = 0;  ///< recorded, but after a gap
  uint64_t checkpoints = 0;
  uint64_t without_features = 0;  ///< of them, compared without the last features, whose words are not known
  uint64_t gaps = 0;
};

template <class T>
class BinaryReplay {
 public:
  explicit BinaryReplay(BinaryLog<T>& log, ReplayListener<T>* listener = nullptr) : log_(log), listener_(listener) {}

  /// Starts at the record that says that this snapshot was saved, and not at a state.
  void start_from(const Snapshot& snapshot, const std::string& name);
  /// Called with what it first starts from, which may be refused.
  void check_start(std::function<void(const Snapshot&)> check) { check_start_ = std::move(check); }
  /// Ends before this tick.
  void end_before(uint64_t tick) { end_ = tick; }

  /// To the end, or to the first difference: false. Throws InputError if nothing could be computed.
  bool run();

  const ReplayCounts& counts() const { return counts_; }
  /// What differs, and where.
  const std::string& difference() const { return difference_; }
  /// nullptr if the end of the log is after a gap.
  const Player<T>* player() const { return player_.get(); }
  /// What it first started from.
  const Snapshot& first() const { return *first_; }

 private:
  bool step(LogItem item);
  void start_saved();
  void compare_fingerprint(const Snapshot& from);
  std::unique_ptr<Player<T>> player_of(const LoggedSnapshot& logged) const;
  bool use_snapshot();
  /// Calls it. What is refused gets its place.
  template <class Call>
  auto at_place(Call call) const;
  bool compare_checkpoint();
  bool play_record();
  bool play_tick(Record<T>& record);
  bool update(Record<T>& record);
  bool compare(const Record<T>& record, const ballast::Decision& computed);
  bool compare_average_reward();
  void begin(std::unique_ptr<Player<T>> player, const Snapshot& snapshot);
  void lose(const std::string& what);
  void lose_ticks(uint32_t count);
  template <class Recorded, class Computed>
  bool differ(const char* what, const Recorded& recorded, const Computed& computed);

  BinaryLog<T>& log_;
  ReplayListener<T>* listener_;
  std::function<void(const Snapshot&)> check_start_;
  std::optional<Snapshot> from_;  // until the record that it was saved at
  std::unique_ptr<Player<T>> from_player_;
  std::string from_name_;
  std::optional<uint32_t> fingerprint_;  // of the last snapshot before that record
  std::string fingerprint_place_;
  bool is_fingerprint_open_ = false;  // nothing was there to compare that of `from_` with
  uint64_t end_ = UINT64_MAX;
  std::unique_ptr<Player<T>> player_;
  std::optional<Snapshot> first_;
  Features<T> here_;  // the state that the next update leaves
  bool has_here_ = false;
  bool is_just_lost_ = false;  // no tick and no snapshot came since
  ReplayCounts counts_;
  std::string difference_;
};

}  // namespace tool
