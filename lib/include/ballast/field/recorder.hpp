#pragma once
/// A flight recorder: writes down every tick of a learner or an agent, so that it can be replayed on a PC to the same
/// bits, every decision included (`ballast replay`, docs/RECORDER.md).
///
///   uint8_t ring[4096];
///   ballast::Recorder<Agent> recorder(ring);
///   Status status = recorder.start(agent, config, seed, ballast::fingerprint(coder));  // or begin(), after resume()
///   Decision decision = recorder.observe(agent, features, feasible);
///   for (;;) {
///     act(decision.action);
///     ...
///     decision = recorder.tick(agent, reward, features, feasible);  // instead of agent.tick(...)
///     status = recorder.drain(sink);                                // now, or where there is time: sink.write(...)
///   }
///
/// Call the recorder instead of the agent or the learner, for all that changes it. After what a recorder has no
/// function for (reconfigure, restore, resume, adopt, what a Guard has done) call begin().
///
/// Records are collected in blocks, in the ring. drain() writes those that are complete, with a checksum; it may be
/// interrupted by ticks. If the ring is full, ticks are made as ever, but not recorded; a record says how many are
/// missing.

#include <ballast/control/sarsa.hpp>
#include <ballast/detail/is_agent.hpp>
#include <ballast/detail/recorder/format.hpp>
#include <ballast/detail/recorder/ring.hpp>
#include <ballast/detail/recorder/start.hpp>
#include <ballast/detail/recorder/written_features.hpp>
#include <ballast/detail/saturating_increment.hpp>
#include <ballast/snapshot.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {

/// What a recorder does when its ring is full.
enum class WhenFull : uint8_t {
  drop_newest,       ///< ticks are not recorded until there is room: for logs that are drained
  overwrite_oldest,  ///< the oldest block is given up: the last minutes before something happened. Not while it drains
};

namespace detail {

/// Stands for features that were not named, so that there is one message.
struct FeaturesNotNamed {
  using Feature = float;
  static constexpr size_t dimension = 1;
};

/// The features that an agent or a `Learner` takes; those of a SparseLearner must be given.
template <class Subject, class = void>
struct RecordedFeatures {
  using type = FeaturesNotNamed;
};
template <class Agent>
struct RecordedFeatures<Agent, etl::void_t<typename Agent::StateFeatures>> {
  using type = typename Agent::StateFeatures;
};
template <class S, size_t D, class R, class P, class C>
struct RecordedFeatures<Learner<S, D, R, P, C>, void> {
  using type = typename Learner<S, D, R, P, C>::Features;
};

template <class Subject, bool is_agent>
struct RecordedActions : etl::integral_constant<uint32_t, 0> {};
template <class Agent>
struct RecordedActions<Agent, true> : etl::integral_constant<uint32_t, Agent::actions> {};

/// How a log names the numbers of an arithmetic.
template <class Arithmetic>
struct RecordedNumbers {
  static constexpr uint32_t code = sizeof(typename Arithmetic::Value);
  static constexpr bool is_fixed = false;
};
template <class Format>
struct RecordedNumbers<FixedArithmetic<Format>> {
  static constexpr uint32_t code = fixed_point_code + static_cast<uint32_t>(Format::weight_fraction);
  static constexpr bool is_fixed = true;
};

/// Whether a replay knows how large weights can become: in fixed point, only with a ball.
template <class Subject, bool is_agent, bool is_fixed>
struct HasKnownBall : etl::true_type {};
template <class Subject, bool is_agent>
struct HasKnownBall<Subject, is_agent, true>
    : etl::bool_constant<SnapshotAccess::Parts<Subject, is_agent>::Learner::Projection::Traits::has_ball> {};

/// Two of the largest records, or 512 bytes, in whole words.
template <class Features, class T>
constexpr uint32_t default_block_bytes() noexcept {
  const size_t frame = block_header_bytes + sizeof(T) + block_checksum_bytes + 8;  // and a gap
  const size_t bytes = frame + 2 * (8 + sizeof(T) + Written<Features>::largest);
  return bytes < 512 ? 512 : static_cast<uint32_t>((bytes + 3) / 4 * 4);
}

}  // namespace detail

/// Records a learner or an agent. `Features`: what a learner is given, if it is not an array. `BlockBytes`: a torn end
/// costs one block; smaller ones have more overhead.
template <class Subject, class Features_ = typename detail::RecordedFeatures<Subject>::type,
          uint32_t BlockBytes = detail::default_block_bytes<Features_, typename Subject::Value>()>
class Recorder {
  using Written = detail::Written<Features_>;
  using Kind = detail::RecordKind;
  static constexpr bool is_agent = detail::IsAgent<Subject>::value;
  using Numbers = detail::RecordedNumbers<typename Subject::Arithmetic>;

 public:
  using Features = Features_;
  using Value = typename Subject::Value;
  /// What a block takes in the ring.
  static constexpr uint32_t block_bytes = BlockBytes;
  static_assert(!etl::is_same<Features, detail::FeaturesNotNamed>::value,
                "Recorder: a SparseLearner takes features of any type; name yours: Recorder<Learner, Features>");
  static_assert(
      detail::HasKnownBall<Subject, is_agent, Numbers::is_fixed>::value,
      "Recorder: without a ball, weights in fixed point stay in that of FixedLimits::radius, which is not in a "
      "log; choose JointBall or SeparateBalls");
  static_assert(BlockBytes % 4 == 0 && BlockBytes <= detail::largest_block_bytes,
                "Recorder: a block has whole words, and at most 262140 bytes");
  static_assert(BlockBytes >= detail::block_header_bytes + sizeof(Value) + detail::block_checksum_bytes + 6 +
                                  2 * (8 + sizeof(Value) + Written::largest),
                "Recorder: a block must have room for two records");

  /// Into this memory, which needs no alignment: as many blocks as fit, at least two.
  constexpr Recorder(uint8_t* ring, size_t bytes, WhenFull when_full = WhenFull::drop_newest) noexcept
      : ring_(ring, bytes / BlockBytes, when_full == WhenFull::overwrite_oldest) {}
  /// The same for an array.
  template <size_t Bytes>
  constexpr explicit Recorder(uint8_t (&ring)[Bytes], WhenFull when_full = WhenFull::drop_newest) noexcept
      : Recorder(ring, Bytes, when_full) {
    static_assert(Bytes >= size_t{2} * BlockBytes,
                  "Recorder: the ring must have room for two blocks (Recorder::block_bytes)");
  }

  // --- what a replay starts from ----------------------------------------------------------------------------------

  /// Starts an agent from zero, and records how. `recorder_full`: the ring has no room, and nothing has changed.
  template <class Agent>
  Status start(Agent& agent, const typename Agent::Config& config, uint64_t seed, uint32_t features) noexcept {
    return start_by([&] { return agent.start(config, seed); }, agent, features);
  }
  /// The same for a learner.
  template <class Learner>
  Status start(Learner& learner, const typename Learner::Settings& settings, uint32_t features) noexcept {
    return start_by([&] { return learner.start(settings); }, learner, features);
  }

  /// Records all of it as it is now: a replay goes on from here. `features` is their fingerprint, as in a snapshot. The
  /// ring must have room for snapshot_bytes<Subject>. Anything but ok: the log has a gap here, because what was changed
  /// is not in it, and needs_begin() says so until it succeeds.
  Status begin(const Subject& subject, uint32_t features) noexcept {
    return record_state(detail::BlockKind::state, subject, features);
  }
  /// The same for a snapshot that is larger than the ring: drains it meanwhile, and so must not interrupt another
  /// drain(): `recorder_full`.
  template <class Sink>
  Status begin(const Subject& subject, uint32_t features, Sink& sink) noexcept {
    return record_state(detail::BlockKind::state, subject, features, sink);
  }

  /// The same as something to compare with: a replay then checks that it has computed every byte of this. After a gap,
  /// it goes on from here. Anything but ok: nothing has changed.
  Status checkpoint(const Subject& subject, uint32_t features) noexcept {
    return record_state(detail::BlockKind::checkpoint, subject, features);
  }
  /// Larger than the ring.
  template <class Sink>
  Status checkpoint(const Subject& subject, uint32_t features, Sink& sink) noexcept {
    return record_state(detail::BlockKind::checkpoint, subject, features, sink);
  }

  // --- an agent ---------------------------------------------------------------------------------------------------

  /// As agent.observe.
  template <class Agent>
  Decision observe(Agent& agent, const Features& features,
                   typename Agent::Feasible feasible = Agent::Feasible::all()) noexcept {
    const Decision decision = agent.observe(features, feasible);
    if (uint8_t* const at = place_for_tick(agent)) {
      const uint32_t flags = memory_.flags(features);
      ring_.wrote_up_to(
          Written::write(write_head(at, Kind::observe, decision, feasible, flags), features, flags, memory_));
    }
    return decision;
  }

  /// As agent.tick.
  template <class Agent>
  Decision tick(Agent& agent, Value reward, const Features& features,
                typename Agent::Feasible feasible = Agent::Feasible::all()) noexcept {
    const Decision decision = agent.tick(reward, features, feasible);
    if (uint8_t* at = place_for_tick(agent)) {
      const uint32_t flags = memory_.flags(features);
      at = detail::write_number(write_head(at, Kind::tick, decision, feasible, flags), reward);
      ring_.wrote_up_to(Written::write(at, features, flags, memory_));
    }
    return decision;
  }

  /// As agent.skip.
  template <class Agent>
  Decision skip(Agent& agent, typename Agent::Feasible feasible = Agent::Feasible::all()) noexcept {
    const Decision decision = agent.skip(feasible);
    if (uint8_t* const at = place_for_tick(agent)) {
      ring_.wrote_up_to(write_head(at, Kind::skip, decision, feasible, 0));
    }
    return decision;
  }

  /// As agent.evaluate.
  template <class Agent>
  void evaluate(Agent& agent, bool only = true) noexcept {
    agent.evaluate(only);
    if (uint8_t* const at = place_for_event(agent)) {
      const uint32_t head = static_cast<uint32_t>(Kind::evaluate) | (only ? detail::record_is_exploring : 0);
      ring_.wrote_up_to(detail::write_half(at, head));
    }
  }

  // --- a learner --------------------------------------------------------------------------------------------------

  /// As learner.update. `phi` is recorded only if it is not what the last update had as `next`.
  template <class Learner>
  typename Learner::Report update(Learner& learner, const Features& phi, Value reward, const Features& next) noexcept {
    const auto report = learner.update(phi, reward, next);
    if (uint8_t* at = place_for_tick(learner)) {
      at = write_from(at, phi);
      const uint32_t flags = memory_.flags(next);
      at = detail::write_number(write_head(at, report.status, flags), reward);
      entered_ = flags == 0 ? at : nullptr;
      ring_.wrote_up_to(Written::write(at, next, flags, memory_));
    }
    return report;
  }

  /// As learner.reset_trace.
  template <class Learner>
  void reset_trace(Learner& learner) noexcept {
    learner.reset_trace();
    if (uint8_t* const at = place_for_event(learner)) {
      ring_.wrote_up_to(detail::write_half(at, static_cast<uint32_t>(Kind::reset)));
    }
  }

  // --- what is not replayed ---------------------------------------------------------------------------------------

  /// A snapshot was stored elsewhere, such as in a SnapshotStore: `replay --from` that snapshot begins here. Returns
  /// whether there was room.
  bool saved(const Subject& subject, uint32_t revision) noexcept {
    uint8_t* const at = place(subject);
    if (at == nullptr) { return false; }
    ring_.wrote_up_to(detail::write_word(detail::write_half(at, static_cast<uint32_t>(Kind::saved)), revision));
    return true;
  }

  /// Numbers to look at beside the ticks, such as raw readings; as many as fit in a record of features. Returns whether
  /// there was room.
  template <size_t Count>
  bool readings(const Subject& subject, const float (&numbers)[Count]) noexcept {
    static_assert(Count <= (Written::largest + sizeof(Value)) / sizeof(float) + 1,
                  "Recorder: more readings than a record has room for");
    uint8_t* at = place(subject);
    if (at == nullptr) { return false; }
    at = detail::write_half(at, static_cast<uint32_t>(Kind::readings));
    at = detail::write_half(at, Count);
    for (const float x : numbers) { at = detail::write_number(at, x); }
    ring_.wrote_up_to(at);
    return true;
  }

  // --- the log ----------------------------------------------------------------------------------------------------

  /// Ends the block that is being filled, so that drain() writes it, too: before a planned reset, for instance.
  void flush() noexcept { ring_.close(); }

  /// Writes all blocks that are complete: sink.write(bytes, count), once for each. `storage_failed`: the sink has
  /// reported an error; that block is written again the next time. Ticks may interrupt it. If it interrupts itself, it
  /// does nothing: `recorder_full`.
  template <class Sink>
  Status drain(Sink& sink) noexcept {
    if (AtomicWords::load(is_draining_) != 0) { return Status::recorder_full; }
    AtomicWords::store(is_draining_, 1);
    Status status = Status::ok;
    while (ring_.take(sink, status)) {}
    AtomicWords::store_release(is_draining_, 0);
    return status;
  }

  /// Ticks so far, recorded or not.
  uint32_t ticks() const noexcept { return ticks_; }
  /// Ticks that were not recorded, because the ring was full.
  uint32_t lost() const noexcept { return lost_; }
  /// Whether a replay cannot go on before the next begin(): nothing was begun yet, or something was lost.
  bool needs_begin() const noexcept { return needs_begin_ != 0; }

 private:
  static constexpr size_t largest_record = 8 + sizeof(Value) + Written::largest;
  static constexpr detail::BlockLayout layout{static_cast<uint32_t>(Written::code) | Written::index_bytes << 8 |
                                                  Numbers::code << 16 |
                                                  detail::RecordedActions<Subject, is_agent>::value << 24,
                                              static_cast<uint32_t>(Written::dimension)};

  // --- records ----------------------------------------------------------------------------------------------------

  /// Where a record can be written, or nullptr. (The room for a learner's two records.)
  [[gnu::always_inline]] uint8_t* place(const Subject& subject) noexcept {
    const bool has_room = ring_.has_room_for((is_agent ? 1 : 2) * largest_record);
    return has_room ? ring_.at() : place_in_next_block(subject.average_reward());
  }
  [[gnu::always_inline]] uint8_t* place_for_tick(const Subject& subject) noexcept {
    uint8_t* const at = place(subject);
    if (at == nullptr) { lose(1); }
    ++ticks_;
    return at;
  }
  /// Of something else that a replay needs.
  uint8_t* place_for_event(const Subject& subject) noexcept {
    uint8_t* const at = place(subject);
    if (at == nullptr) { lose(0); }
    return at;
  }

  [[gnu::noinline]] uint8_t* place_in_next_block(Value average_reward) noexcept {
    if (!ring_.open(detail::BlockKind::records, layout, ticks_ - not_yet_told_)) { return nullptr; }
    memory_ = {};
    if (!is_agent) { entered_ = nullptr; }
    uint8_t* at = detail::write_number(ring_.at(), average_reward);
    if (has_gap_ != 0) {
      at = detail::write_word(detail::write_half(at, static_cast<uint32_t>(Kind::gap)), not_yet_told_);
      has_gap_ = 0;
      not_yet_told_ = 0;
    }
    ring_.wrote_up_to(at);
    return at;
  }
  /// A tick, or something else that a replay needs: 1 or 0 ticks.
  void lose(uint32_t ticks) noexcept {
    has_gap_ = 1;
    needs_begin_ = 1;
    not_yet_told_ += ticks;
    if (ticks != 0) { detail::saturating_increment(lost_); }
  }

  template <class Feasible>
  [[gnu::always_inline]] static uint8_t* write_head(uint8_t* at, Kind kind, const Decision& decision, Feasible feasible,
                                                    uint32_t flags) noexcept {
    uint32_t head = static_cast<uint32_t>(kind) | flags | decision.action << detail::record_action_shift;
    head |= decision.is_exploring ? detail::record_is_exploring : 0;
    head |= decision.has_learned ? detail::record_has_learned : 0;
    head |= feasible.bits() != Feasible::all().bits() ? detail::record_has_feasible : 0;
    at = write_head(at, head, decision.status);
    return (head & detail::record_has_feasible) != 0 ? detail::write_word(at, feasible.bits()) : at;
  }
  [[gnu::always_inline]] static uint8_t* write_head(uint8_t* at, Status status, uint32_t flags) noexcept {
    const uint32_t learned = status == Status::ok ? detail::record_has_learned : 0;
    return write_head(at, static_cast<uint32_t>(Kind::update) | flags | learned, status);
  }
  [[gnu::always_inline]] static uint8_t* write_head(uint8_t* at, uint32_t head, Status status) noexcept {
    if (status == Status::ok) { return detail::write_half(at, head); }
    return detail::write_half(detail::write_half(at, head | detail::record_has_status), static_cast<uint32_t>(status));
  }

  /// Nothing, if the last update has entered this state.
  uint8_t* write_from(uint8_t* at, const Features& phi) noexcept {
    if (entered_ != nullptr && memory_.is_known(phi) && Written::is_at(entered_, phi)) { return at; }
    const uint32_t flags = memory_.flags(phi);
    at = detail::write_half(at, static_cast<uint32_t>(Kind::from) | flags);
    return Written::write(at, phi, flags, memory_);
  }

  // --- snapshots --------------------------------------------------------------------------------------------------

  /// Takes the bytes of a snapshot, and puts them into blocks of one kind.
  template <class AfterBlock>
  struct Pieces {
    detail::BlockRing<BlockBytes>& ring;
    detail::BlockKind kind;
    uint32_t ticks;
    uint32_t length;
    AfterBlock after_block;
    uint32_t offset = 0;

    bool write(const uint8_t* bytes, size_t count) noexcept {
      for (size_t i = 0; i < count; i += 4, offset += 4) {
        if (!ring.has_room_for(4) && !open()) { return false; }
        ring.wrote_up_to(detail::write_word(ring.at(), detail::get_word(bytes + i)));
      }
      return true;
    }
    bool open() noexcept {
      ring.close();
      if (!after_block() || !ring.open(kind, layout, ticks)) { return false; }
      ring.wrote_up_to(detail::write_word(detail::write_word(ring.at(), length), offset));
      return true;
    }
  };
  struct NothingToDo {
    bool operator()() const noexcept { return true; }
  };

  /// Whether a snapshot of so many bytes fits in the ring, beside the block that is being filled now, and a gap.
  bool has_room_for(uint32_t bytes) const noexcept {
    constexpr uint32_t in_a_block =
        BlockBytes - detail::block_header_bytes - detail::piece_header_bytes - detail::block_checksum_bytes;
    const uint32_t others = (ring_.is_filling() ? 1U : 0U) + has_gap_;
    return (bytes + in_a_block - 1) / in_a_block + others <= ring_.free_blocks();
  }

  template <class StartIt>
  Status start_by(StartIt start_it, Subject& subject, uint32_t features) noexcept {
    constexpr uint32_t bytes = detail::start_bytes<Subject>;
    if (!has_room_for(bytes)) { return Status::recorder_full; }
    const Status status = start_it();
    if (status != Status::ok) { return status; }
    Pieces<NothingToDo> pieces{ring_, detail::BlockKind::start, ticks_, bytes, {}};
    tell_gap(subject);
    detail::SinkMedium<Pieces<NothingToDo>> medium{pieces, 0};
    return ended(detail::BlockKind::start, detail::write_start(medium, subject, features));
  }

  Status record_state(detail::BlockKind kind, const Subject& subject, uint32_t features) noexcept {
    if (!has_room_for(snapshot_bytes<Subject>)) { return ended(kind, Status::recorder_full); }
    return record_pieces(kind, subject, features, NothingToDo{});
  }
  template <class Sink>
  Status record_state(detail::BlockKind kind, const Subject& subject, uint32_t features, Sink& sink) noexcept {
    const Status status = drain(sink);  // a gap needs a block of its own
    if (status != Status::ok) { return ended(kind, status); }
    return record_pieces(kind, subject, features, [this, &sink] { return drain(sink) == Status::ok; });
  }
  template <class AfterBlock>
  Status record_pieces(detail::BlockKind kind, const Subject& subject, uint32_t features,
                       AfterBlock after_block) noexcept {
    Pieces<AfterBlock> pieces{ring_, kind, ticks_, snapshot_bytes<Subject>, after_block};
    tell_gap(subject);
    return ended(kind, save(subject, features, pieces));
  }
  /// What was lost before a snapshot is told before it, in a block for which there is room.
  void tell_gap(const Subject& subject) noexcept {
    if (has_gap_ != 0) { (void)place_in_next_block(subject.average_reward()); }
    ring_.close();
  }
  /// After a snapshot, records go into a block of their own. If a state is not in the log, that begins with a gap.
  Status ended(detail::BlockKind kind, Status status) noexcept {
    ring_.close();
    if (status == Status::ok) {
      needs_begin_ = 0;
    } else if (kind == detail::BlockKind::state) {
      lose(0);
    }
    return status;
  }

  detail::BlockRing<BlockBytes> ring_;
  typename Written::Memory memory_;
  const uint8_t* entered_ = nullptr;  // the features of the state that the last update entered, in this block
  uint32_t ticks_ = 0;
  uint32_t lost_ = 0;
  uint32_t not_yet_told_ = 0;  // of them
  uint32_t is_draining_ = 0;
  uint16_t has_gap_ = 0;  // something was lost, and is not told yet
  uint16_t needs_begin_ = 1;
};

}  // namespace ballast
