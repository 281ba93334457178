#pragma once
/// Keeps the last good weights, puts them back when a learner goes wrong, and lets a policy of yours decide meanwhile.
///
///   ballast::Guard<ballast::KeptInRam<Agent>> guard;
///   ...
///   const ballast::Decision decision = agent.tick(reward, phi);
///   health.add(agent, decision, reward);
///   const ballast::GuardEvent event = guard.watch(agent, health);         // every change of hands is reported
///   act(guard.is_trusted() ? decision.action : thermostat(readings));     // the fallback is yours
///
/// What it does at a verdict (field/health.hpp):
///   settled                      keeps a copy of the weights, now and then
///   diverging, at_the_boundary   puts the kept weights back and hands over to the fallback for a while; then the agent
///                                tries again. If that goes wrong, the next time takes twice as long.
///   blind                        hands over until readings are good again; the weights stay
///   starting, learning, stalled  nothing
///
/// While the fallback decides, an agent only evaluates, because it would learn from actions that are not its own. (Do
/// not update a learner while it is not trusted: health.add(Status::ok) or health.add(Status::skipped) instead.) One
/// that only evaluated before goes on with that when it is handed back: evaluate() is yours.

#include <ballast/detail/is_agent.hpp>
#include <ballast/detail/saturating_increment.hpp>
#include <ballast/field/kept.hpp>
#include <ballast/field/verdict.hpp>
#include <ballast/status.hpp>

#include <stdint.h>

namespace ballast {

/// What a guard has done in a tick.
enum class GuardEvent : uint8_t {
  nothing,      ///< as in most ticks
  kept,         ///< a copy of the weights
  rolled_back,  ///< to the weights that were kept; and handed over
  handed_over,  ///< to the fallback; the weights are as they were: there were none to go back to, or they are not at
                ///< fault
  handed_back,  ///< to the learner
};

/// The name of an event, for logs.
constexpr const char* name(GuardEvent event) noexcept {
  switch (event) {
    case GuardEvent::nothing: return "nothing";
    case GuardEvent::kept: return "kept";
    case GuardEvent::rolled_back: return "rolled_back";
    case GuardEvent::handed_over: return "handed_over";
    case GuardEvent::handed_back: return "handed_back";
  }
  return "unknown";
}

/// How patient a guard is. Derive from it to change some, and give that to Guard; it takes no memory.
struct GuardRules {
  /// Ticks between two copies of the weights. Long compared with what a fault takes to be noticed (docs/FIELD.md):
  /// otherwise what is kept may have been spoiled already.
  static constexpr uint32_t keep_every = 16384;
  /// Ticks that the fallback decides after a roll-back: the first time; each further time twice as many, up to 64
  /// times.
  static constexpr uint32_t wait = 1024;
};

/// Of a learner or an agent. `Keeper` keeps the weights: KeptInRam or KeptInStore (field/kept.hpp).
template <class Keeper, class Rules = GuardRules>
class Guard {
  static constexpr uint32_t own_bytes = 7 * sizeof(uint32_t);  // in a snapshot, without what is kept

 public:
  Guard() noexcept = default;
  /// With a keeper that needs something.
  explicit Guard(const Keeper& keeper) noexcept : keeper_(keeper) {}

  /// After health.add(...), in every tick.
  template <class Subject, class Health>
  GuardEvent watch(Subject& subject, Health& health) noexcept {
    return is_trusted() ? watch_learner(subject, health) : watch_fallback(subject, health);
  }

  /// Whether the learner decides; otherwise it is your fallback's turn.
  bool is_trusted() const noexcept { return hands_ == learner; }

  /// Counts stay at the largest number.
  uint32_t rollbacks() const noexcept { return rollbacks_; }
  /// How often it was handed over, roll-backs included.
  uint32_t handovers() const noexcept { return handovers_; }
  /// What is kept, and where.
  const Keeper& keeper() const noexcept { return keeper_; }

  /// Trusts again, and forgets what it kept.
  void reset() noexcept {
    since_kept_ = left_ = rollbacks_ = handovers_ = 0;
    hands_ = learner;
    failures_ = was_evaluating_ = 0;
    keeper_.forget();
  }

  /// For snapshots.
  static constexpr uint32_t snapshot_bytes = own_bytes + Keeper::snapshot_bytes;
  /// For snapshots.
  template <class Archive>
  void exchange(Archive& archive) noexcept {
    exchange_own(archive);
    keeper_.exchange(archive);
  }
  /// For snapshots, which may be of a guard that keeps weights elsewhere: who decides is the same, and what is kept is
  /// passed over. False if it is not of a guard.
  template <class Archive>
  bool restore(Archive& archive, uint32_t length) noexcept {
    if (length == snapshot_bytes) {
      exchange(archive);
      return true;
    }
    if (length < own_bytes) { return false; }
    exchange_own(archive);
    archive.require(length % 4 == 0);
    archive.skip((length - own_bytes) / 4);
    if (archive.is_storing()) { keeper_.forget(); }
    return true;
  }

 private:
  // Who decides.
  static constexpr uint8_t learner = 0;
  static constexpr uint8_t fallback = 1;
  static constexpr uint8_t fallback_while_blind = 2;
  static constexpr uint8_t most_failures = 6;
  static_assert(Rules::wait <= UINT32_MAX >> most_failures, "Guard: 64 times the wait must fit 32 bits");

  template <class Archive>
  void exchange_own(Archive& archive) noexcept {
    archive.below(hands_, 3);
    archive.below(failures_, most_failures + 1);
    archive.below(was_evaluating_, 2);
    archive(since_kept_);
    archive(left_);
    archive(rollbacks_);
    archive(handovers_);
  }

  template <class Subject, class Health>
  GuardEvent watch_learner(Subject& subject, Health& health) noexcept {
    detail::saturating_increment(since_kept_);
    switch (health.verdict()) {
      case Verdict::settled: return keep(subject);
      case Verdict::blind: return hand_over(subject, fallback_while_blind);
      case Verdict::diverging:
      case Verdict::at_the_boundary: return roll_back(subject);
      default: return GuardEvent::nothing;
    }
  }

  template <class Subject, class Health>
  GuardEvent watch_fallback(Subject& subject, Health& health) noexcept {
    evaluate(subject, true);  // it may have been started again
    if (left_ > 0) { --left_; }
    if (left_ > 0 || health.verdict() == Verdict::blind) { return GuardEvent::nothing; }
    if (hands_ == fallback) { health.reset(); }  // what it saw of the learner that went wrong
    return hand_back(subject);
  }

  template <class Subject>
  GuardEvent keep(const Subject& subject) noexcept {
    if (since_kept_ < Rules::keep_every) { return GuardEvent::nothing; }
    since_kept_ = 0;
    if (!keeper_.keep(subject)) { return GuardEvent::nothing; }
    failures_ = 0;  // it has been well for long
    return GuardEvent::kept;
  }

  template <class Subject>
  GuardEvent roll_back(Subject& subject) noexcept {
    left_ = Rules::wait << failures_;
    failures_ = failures_ < most_failures ? static_cast<uint8_t>(failures_ + 1) : most_failures;
    since_kept_ = 0;
    (void)hand_over(subject, fallback);
    const bool is_restored = keeper_.restore(subject);
    evaluate(subject, true);  // what comes from a store may learn
    if (!is_restored) { return GuardEvent::handed_over; }
    detail::saturating_increment(rollbacks_);
    return GuardEvent::rolled_back;
  }

  template <class Subject>
  GuardEvent hand_over(Subject& subject, uint8_t hands) noexcept {
    hands_ = hands;
    detail::saturating_increment(handovers_);
    was_evaluating_ = is_evaluating(subject) ? 1 : 0;
    evaluate(subject, true);
    return GuardEvent::handed_over;
  }
  template <class Subject>
  GuardEvent hand_back(Subject& subject) noexcept {
    hands_ = learner;
    evaluate(subject, was_evaluating_ != 0);
    return GuardEvent::handed_back;
  }

  // Learners have no evaluate().
  template <class Subject>
  static bool is_evaluating(const Subject& subject) noexcept {
    if constexpr (detail::IsAgent<Subject>::value) { return subject.is_evaluating(); }
    return false;
  }
  template <class Subject>
  static void evaluate(Subject& subject, bool only) noexcept {
    if constexpr (detail::IsAgent<Subject>::value) { subject.evaluate(only); }
    (void)subject, (void)only;
  }

  uint32_t since_kept_ = 0;  // ticks
  uint32_t left_ = 0;        // ticks until it is handed back
  uint32_t rollbacks_ = 0;
  uint32_t handovers_ = 0;
  uint8_t hands_ = learner;
  uint8_t failures_ = 0;        // one after another
  uint8_t was_evaluating_ = 0;  // before it was handed over
  Keeper keeper_;
};

}  // namespace ballast
