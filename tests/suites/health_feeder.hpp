#pragma once
/// What Health is fed with in tests: reports and rewards as a learner would give them, of any size; and its state, to
/// the last bit.

#include <ballast/field/health.hpp>

#include <stdint.h>

#include "digest.hpp"
#include "noise.hpp"

/// How things are in a tick. Numbers are drawn evenly: a TD error of size 1 has a mean square of 1/3.
struct Conditions {
  float td_error = 0.5F;  ///< its largest size
  float reward = 0.0F;    ///< its mean
  float deviation = 1.0F;
  float trace_norm2 = 1.0F;
  float trace_change = 0.25F;  ///< the part of it that changes
  float step_size = 0.1F;
  uint32_t projected_every = 0;  ///< one tick in so many; 0: none
  uint32_t refused_every = 0;
  ballast::Status refusal = ballast::Status::reward_not_finite;
};

constexpr uint32_t block = ballast::HealthRules::block;

/// Feeds a Health, one tick after another.
template <class T = float>
class Feeder {
 public:
  using Report = ballast::Report<T>;

  Report report(const Conditions& now) {
    ++ticks_;
    Report report;
    if (is_due(now.refused_every)) { report.status = now.refusal; }
    if (is_due(now.projected_every)) { report.projected = ballast::Projected::jointly; }
    report.td_error = noise_.number<T>() * static_cast<T>(now.td_error);
    report.weights_step_size = static_cast<T>(now.step_size);
    const T change = noise_.number<T>() * static_cast<T>(now.trace_change);
    report.trace_norm2 = static_cast<T>(now.trace_norm2) * (T{1} + change);
    return report;
  }
  T reward(const Conditions& now) {
    return static_cast<T>(now.reward) + noise_.number<T>() * static_cast<T>(now.deviation);
  }

  template <class Health>
  void tick(Health& health, const Conditions& now) {
    const Report seen = report(now);
    health.add(seen, reward(now));
  }
  template <class Health>
  void run(Health& health, const Conditions& now, uint32_t blocks) {
    for (uint32_t t = 0; t < blocks * block; ++t) { tick(health, now); }
  }
  /// In how many blocks the verdict becomes this one; `most` + 1 if it does not.
  template <class Health>
  uint32_t blocks_until(Health& health, const Conditions& now, ballast::Verdict verdict, uint32_t most = 100) {
    for (uint32_t blocks = 1; blocks <= most; ++blocks) {
      run(health, now, 1);
      if (health.verdict() == verdict) { return blocks; }
    }
    return most + 1;
  }

 private:
  bool is_due(uint32_t every) const { return every != 0 && ticks_ % every == 0; }

  Noise noise_{5};
  uint32_t ticks_ = 0;
};

/// The words that a companion puts into a snapshot. The word `at`, if there is one, is another one: it is stored.
struct Words {
  static constexpr uint32_t nowhere = UINT32_MAX;
  uint32_t at = nowhere;
  uint32_t other = 0;
  uint32_t count = 0;
  bool is_right = true;
  Digest digest{};

  bool is_storing() const { return at != nowhere; }
  void operator()(uint32_t& x) { x = exchange(x); }
  void take(uint32_t& x) { x = exchange(x); }
  template <class T>
  uint32_t below(T& x, uint32_t limit) {
    const uint32_t word = exchange(x);
    require(word < limit);
    if (word < limit) { x = static_cast<T>(word); }
    return word;
  }
  float number(float x) { return ballast::from_bits<float>(exchange(ballast::to_bits(x))); }
  void require(bool condition) { is_right = is_right && condition; }
  uint32_t exchange(uint32_t x) {
    const uint32_t word = count++ == at ? other : x;
    digest.add_word(word);
    return word;
  }
};

template <class Companion>
uint64_t digest_of(Companion& companion) {
  Words words;
  companion.exchange(words);
  return words.digest.value();
}
/// Puts a word into a companion, as a forged snapshot would. Whether that is accepted.
template <class Companion>
bool forge(Companion& companion, uint32_t at, uint32_t other) {
  Words words{at, other};
  companion.exchange(words);
  return words.is_right;
}
