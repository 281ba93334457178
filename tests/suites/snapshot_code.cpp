// Snapshots with an authentication code of the user's: what was written by someone else is not taken for one.

#include <ballast/learner.hpp>
#include <ballast/snapshot_store.hpp>

#include <etl/crc32.h>
#include <etl/placement_new.h>

#include "emulated_flash.hpp"
#include "power_loss.hpp"
#include "suite.hpp"

using namespace ballast;
using namespace power_loss;

namespace {

using Sectors = EmulatedFlash<Geometry<2, 1, 160, 4>>;

/// One place for all of them, one after the other.
alignas(8) uint8_t arena[4096];
template <class Flash>
Flash& place() {
  static_assert(sizeof(Flash) <= sizeof(arena), "the arena must have room for it");
  return *new (arena) Flash;
}

/// As a user's would be, but for the strength: a sum that depends on a key and on every byte.
template <uint32_t Key>
struct ToyMac {
  static constexpr uint32_t bytes = 6;
  uint32_t sum = 0;

  void begin() { sum = Key; }
  void add(const uint8_t* from, size_t count) {
    for (size_t i = 0; i < count; ++i) { sum = (sum ^ from[i]) * 0x01000193U; }
  }
  void finish(uint8_t* code) const {
    for (size_t i = 0; i < bytes; ++i) { code[i] = static_cast<uint8_t>(sum >> (4 * i)); }
  }
};
using Mac = ToyMac<0xC0FFEE>;

/// Changes a weight and makes the checksum right again.
template <class Flash>
void forge(Flash& flash, uint32_t slot) {
  uint8_t* const snapshot = flash.bytes + slot * Flash::slot_bytes;
  snapshot[snapshot_bytes<Kept> - 40] ^= 1U;
  etl::crc32_t16 checksum;
  for (size_t i = 0; i + 4 < snapshot_bytes<Kept>; ++i) { checksum.add(snapshot[i]); }
  for (size_t i = 0; i < 4; ++i) {
    snapshot[snapshot_bytes<Kept> - 4 + i] = static_cast<uint8_t>(checksum.value() >> (8 * i));
  }
}

template <class Flash>
void check_forged() {
  Flash& flash = place<Flash>();
  SnapshotStore<Flash, Mac> store(flash);
  for (size_t i = 0; i < 2; ++i) { TEST_ASSERT_TRUE(store.save(state[i], features) == Status::ok); }
  TEST_ASSERT_EQUAL_UINT32(0, store.failures());
  Kept learner;
  TEST_ASSERT_TRUE((SnapshotStore<Flash, Mac>(flash).resume(learner, features)) == Status::ok);
  TEST_ASSERT_TRUE(is_same(learner, state[1]));
  forge(flash, 1);
  TEST_ASSERT_TRUE(SnapshotStore<Flash>(flash).resume(learner, features) == Status::ok);
  TEST_ASSERT_FALSE(is_same(learner, state[1]));  // a checksum is no signature
  TEST_ASSERT_TRUE((SnapshotStore<Flash, Mac>(flash).resume(learner, features)) == Status::ok);
  TEST_ASSERT_TRUE(is_same(learner, state[0]));
  TEST_ASSERT_TRUE((SnapshotStore<Flash, ToyMac<1>>(flash).resume(learner, features)) == Status::no_snapshot);
}

void test_a_forged_snapshot_is_not_taken_for_one() {
  check_forged<Sectors>();
  check_forged<EmulatedFlash<Geometry<4, 2, 160, 8, 0x00>>>();
  check_forged<EmulatedFlash<Geometry<2, 1, 192, 32>>>();
  check_forged<EmulatedFlash<Geometry<2, 0, 160, 1>, 2>>();
}

/// Also one that was right when it was found: by the same store, or in an earlier pass over it.
void test_what_is_restored_is_authentic() {
  Sectors& flash = place<Sectors>();
  SnapshotStore<Sectors, Mac> store(flash);
  for (size_t i = 0; i < 2; ++i) { TEST_ASSERT_TRUE(store.save(state[i], features) == Status::ok); }
  forge(flash, 1);
  Kept learner = state[untouched];
  TEST_ASSERT_TRUE(store.resume(learner, features) == Status::snapshot_damaged);
  TEST_ASSERT_TRUE(is_same(learner, state[untouched]));
  TEST_ASSERT_TRUE(store.resume(learner, features) == Status::ok);  // it looks for another one
  TEST_ASSERT_TRUE(is_same(learner, state[0]));
  TEST_ASSERT_TRUE(store.save(state[2], features) == Status::ok);
  forge(flash, 1);
  TEST_ASSERT_TRUE(store.adopt(learner, Kept::Config(), features) == Status::snapshot_damaged);
}

/// Every bit of the code counts.
void test_a_code_is_compared_as_a_whole() {
  Sectors& flash = place<Sectors>();
  SnapshotStore<Sectors, Mac> store(flash);
  TEST_ASSERT_TRUE(store.save(state[0], features) == Status::ok);
  for (uint32_t i = 0; i < 8 * Mac::bytes; ++i) {
    uint8_t& byte = flash.bytes[snapshot_bytes<Kept> + i / 8];
    byte = static_cast<uint8_t>(byte ^ (1U << i % 8));
    Kept learner;
    TEST_ASSERT_TRUE((SnapshotStore<Sectors, Mac>(flash).resume(learner, features)) == Status::no_snapshot);
    byte = static_cast<uint8_t>(byte ^ (1U << i % 8));
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  make_states();
  RUN_TEST(test_a_forged_snapshot_is_not_taken_for_one);
  RUN_TEST(test_what_is_restored_is_authentic);
  RUN_TEST(test_a_code_is_compared_as_a_whole);
  return UNITY_END();
}
