#pragma once
/// The promise of SnapshotStore, with the power lost at every operation, and lost again at every operation after that:
/// what is restored is the last completed snapshot or the one that was being written, byte for byte; and the store goes
/// on working.

#include <ballast/learner.hpp>
#include <ballast/snapshot.hpp>
#include <ballast/snapshot_store.hpp>

#include <string.h>

#include <etl/array.h>

#include "emulated_flash.hpp"
#include "suite.hpp"

namespace power_loss {

using Kept = ballast::Learner<float, 3>;
constexpr uint32_t features = 5;

/// What is saved, one after the other: no two are the same. The last one is what nothing must be restored into.
constexpr size_t states = 20;
constexpr size_t untouched = states - 1;
inline Kept state[states];

inline void make_states() {
  Noise random(3);
  Kept learner;
  TEST_ASSERT_TRUE(learner.start(Kept::Config().lambda(0.5F)) == ballast::Status::ok);
  etl::array<float, 3> phi{};
  for (Kept& kept : state) {
    for (int i = 0; i < 3; ++i) {
      etl::array<float, 3> next{random.number<float>(), random.number<float>(), random.number<float>()};
      (void)learner.update(phi, random.number<float>(), next);
      phi = next;
    }
    kept = learner;
  }
}

/// Where it is, to be shown if it fails.
struct Position {
  uint32_t first = 0;
  uint32_t second = 0;
  uint32_t seed = 0;
};
inline Position position;

inline bool is_same(const Kept& a, const Kept& b) {
  return memcmp(&a, &b, sizeof(Kept)) == 0;
}

/// Some of the states; `none`: that there is no snapshot.
using Set = uint32_t;
constexpr Set none = 1U << untouched;
constexpr Set set_of(size_t i) {
  return 1U << i;
}

/// Which state a new store restores, after a restart.
template <class Flash>
size_t restored(Flash& flash) {
  flash.restart();
  ballast::SnapshotStore<Flash> store(flash);
  Kept learner = state[untouched];
  const ballast::Status status = store.resume(learner, features);
  for (size_t i = 0; i < untouched && status == ballast::Status::ok; ++i) {
    if (is_same(learner, state[i])) { return i; }
  }
  TEST_ASSERT_EQUAL_STRING("no_snapshot", ballast::name(status));
  TEST_ASSERT_TRUE(is_same(learner, state[untouched]));
  return untouched;
}
template <class Flash>
size_t restored_one_of(Set expected, Flash& flash) {
  const size_t found = restored(flash);
  TEST_ASSERT_TRUE((set_of(found) & expected) != 0);
  return found;
}

/// Saves the states from `from` on until the power is lost. Returns the ones that may be restored then, if before any
/// of it those of `before` might be.
template <class Flash>
Set save_some(Flash& flash, size_t from, size_t count, Set before) {
  ballast::SnapshotStore<Flash> store(flash);
  for (size_t i = from; i < from + count; ++i) {
    const ballast::Status status = store.save(state[i], features);
    if (flash.is_off()) { return before | set_of(i); }
    TEST_ASSERT_TRUE(status == ballast::Status::ok);
    TEST_ASSERT_EQUAL_UINT32(0, store.failures());  // nothing is worn out
    before = set_of(i);
  }
  return before;
}

/// After all that: the next one is saved, and is the newest.
template <class Flash>
void goes_on(Flash& flash) {
  flash.restart();
  constexpr size_t last = untouched - 1;
  TEST_ASSERT_EQUAL_UINT32(set_of(last), save_some(flash, last, 1, none));
  TEST_ASSERT_EQUAL_UINT32(last, restored(flash));
  TEST_ASSERT_EQUAL_UINT32(0, flash.violations);
}

/// How much is tried.
struct Extent {
  size_t saves = 4;          ///< in which the power is lost first
  size_t saves_after = 1;    ///< in which it is lost again
  uint32_t repetitions = 1;  ///< of each, with other bits that are torn
};

template <class Flash>
class Proof {
 public:
  /// Three of them: this one and two to come back to.
  struct Storage {
    Flash begin;
    Flash flash;
    Flash after_loss;
  };

  Proof(Storage& storage, PowerLoss how, const Extent& extent) : s_(storage), how_(how), extent_(extent) {}

  /// From an empty flash, or from one whose only snapshot has this revision. Returns how often the power was lost.
  uint32_t every_loss() {
    begin_empty();
    return at_every_operation([this](Set) { goes_on(s_.flash); });
  }
  uint32_t every_loss(uint32_t revision) {
    begin_with(revision);
    return at_every_operation([this](Set) { goes_on(s_.flash); });
  }
  uint32_t every_pair(uint32_t revision) {
    begin_with(revision);
    uint32_t pairs = 0;  // each is one more loss after one that was counted
    const uint32_t losses = at_every_operation([&](Set allowed) { pairs += every_second_loss(allowed); });
    return losses + pairs;
  }

 private:
  static constexpr size_t first_of_second = 10;

  void begin_empty() {
    s_.begin = Flash();
    before_ = none;
    from_ = 0;
  }
  /// In the first slot, as a store would have left it.
  void begin_with(uint32_t revision) {
    begin_empty();
    Image image{s_.begin, 0};
    TEST_ASSERT_TRUE(ballast::save(state[0], features, image, revision) == ballast::Status::ok);
    before_ = set_of(0);
    from_ = 1;
  }
  struct Image {
    Flash& flash;
    uint32_t at;
    bool write(const uint8_t* bytes, size_t count) {
      flash.put(at, bytes, count);
      at += static_cast<uint32_t>(count);
      return true;
    }
  };

  template <class Next>
  uint32_t at_every_operation(Next next) {
    TEST_ASSERT_TRUE(from_ + extent_.saves <= first_of_second);
    uint32_t losses = 0;
    for (uint32_t k = 0;; ++k) {
      for (uint32_t repetition = 0; repetition < extent_.repetitions; ++repetition) {
        position = {k, 0, k * 977 + repetition};
        s_.flash = s_.begin;
        s_.flash.queue_programs(how_ == PowerLoss::out_of_order);
        s_.flash.lose_power_after(k, how_, position.seed);
        const Set allowed = save_some(s_.flash, from_, extent_.saves, before_);
        if (!s_.flash.is_off()) { return losses; }
        ++losses;
        const size_t found = restored_one_of(allowed, s_.flash);
        next(how_ == PowerLoss::unstable_bits ? allowed : set_of(found));
      }
    }
  }

  /// `allowed`: what may be restored after the first. (Of two losses in a row that leave unstable bits nothing is
  /// promised: what was restored after the first may be gone, and come back.)
  uint32_t every_second_loss(Set allowed) {
    s_.after_loss = s_.flash;
    for (uint32_t k = 0;; ++k) {
      position.second = k;
      s_.flash = s_.after_loss;
      s_.flash.lose_power_after(k, how_ == PowerLoss::unstable_bits ? PowerLoss::torn_program : how_,
                                position.seed * 31 + k);
      const Set then = save_some(s_.flash, first_of_second, extent_.saves_after, allowed);
      if (!s_.flash.is_off()) { return k; }
      (void)restored_one_of(then, s_.flash);
      goes_on(s_.flash);
    }
  }

  Storage& s_;
  PowerLoss how_;
  Extent extent_;
  Set before_ = none;
  size_t from_ = 0;
};

}  // namespace power_loss
