// Snapshots in flash, EEPROM and FRAM: the power is lost at every operation, and again after it; parts of the memory
// are worn out; nothing is written that need not be. (tests/host/power_loss.cpp does more of it.)

#include <ballast/learner.hpp>
#include <ballast/snapshot.hpp>
#include <ballast/snapshot_store.hpp>

#include <etl/placement_new.h>

#include "emulated_flash.hpp"
#include "power_loss.hpp"
#include "suite.hpp"

using namespace ballast;
using namespace power_loss;

namespace {

using TwoSectors = EmulatedFlash<Geometry<2, 1, 160, 4>>;
using TwoOfTwo = EmulatedFlash<Geometry<4, 2, 160, 8, 0x00>>;
using FlashWords = EmulatedFlash<Geometry<3, 1, 160, 32, 0xFF, true>>;
#if defined(LONG_RUNS)
constexpr bool is_long = true;
using ThreeOfTwo = EmulatedFlash<Geometry<6, 2, 160, 16>>;
using Eeprom = EmulatedFlash<Geometry<3, 0, 160, 1>>;
#else
constexpr bool is_long = false;
using Eeprom = EmulatedFlash<Geometry<3, 0, 160, 4>>;
#endif
using Pages = EmulatedFlash<Geometry<2, 1, 256, 128>, 4>;

/// One place for all of them, one after the other: a small board has room for no more.
alignas(8) uint8_t arena[6600];
template <class T>
T& place() {
  static_assert(sizeof(T) <= sizeof(arena), "the arena must have room for it");
  return *new (arena) T;
}

template <class Test>
void in_every_memory(Test test) {
  test(place<TwoSectors>());
  test(place<TwoOfTwo>());
  test(place<FlashWords>());
  test(place<Eeprom>());
#if defined(LONG_RUNS)
  test(place<ThreeOfTwo>());
  test(place<Pages>());
#endif
}

// --- the power is lost ----------------------------------------------------------------------------------------------

template <class Flash>
void check_losses(const Extent& singles, const Extent& pairs) {
  auto& storage = place<typename Proof<Flash>::Storage>();
  for (size_t i = 0; i < power_losses; ++i) {
    const auto how = static_cast<PowerLoss>(i);
    if (is_long) { TEST_ASSERT_TRUE(Proof<Flash>(storage, how, singles).every_loss() > 0); }
    TEST_ASSERT_TRUE(Proof<Flash>(storage, how, singles).every_loss(UINT32_MAX - 1) > 0);
    if (pairs.saves > 0 && (how != PowerLoss::unstable_bits || Flash::slots > 2)) {
      TEST_ASSERT_TRUE(Proof<Flash>(storage, how, pairs).every_pair(UINT32_MAX) > 0);
    }
  }
}

void test_the_last_or_the_one_before_is_restored_in_two_sectors() {
  check_losses<TwoSectors>({is_long ? 3U : 2U, 0, 1}, {is_long ? 2U : 0U, 1, 1});
}
void test_the_last_or_the_one_before_is_restored_in_several_slots() {
  check_losses<TwoOfTwo>({is_long ? 5U : 4U, 0, 1}, {is_long ? 3U : 1U, 1, 1});
}
void test_the_last_or_the_one_before_is_restored_in_flash_words() {
  check_losses<FlashWords>({4, 0, is_long ? 4U : 1U}, {is_long ? 4U : 3U, 1, 1});
}
void test_the_last_or_the_one_before_is_restored_in_pages() {
  check_losses<Pages>({3, 0, is_long ? 4U : 1U}, {2, 1, 1});
}
void test_the_last_or_the_one_before_is_restored_in_eeprom() {
  check_losses<Eeprom>({is_long ? 3U : 1U, 0, 1}, {0, 1, 1});
}

/// The checksum would find out in all but one case of 2^32; it need not.
void test_a_slot_does_not_look_like_a_snapshot_while_it_is_written() {
  in_every_memory([](auto& flash) {
    TEST_ASSERT_EQUAL_UINT32(set_of(9), save_some(flash, 0, 10, none));
    TEST_ASSERT_EQUAL_UINT32(0, flash.written_under_mark);
  });
}

// --- nothing is written in vain -------------------------------------------------------------------------------------

void test_nothing_is_written_when_nothing_has_changed() {
  in_every_memory([](auto& flash) {
    using Flash = etl::remove_reference_t<decltype(flash)>;
    SnapshotStore<Flash> store(flash);
    for (size_t i = 0; i < 2 * Flash::slots; ++i) {
      TEST_ASSERT_TRUE(store.save(state[i], features) == Status::ok);
      const uint32_t operations = flash.operations;
      const uint32_t reads = flash.reads;
      TEST_ASSERT_TRUE(store.save(state[i], features) == Status::ok);
      TEST_ASSERT_TRUE(flash.reads - reads <= (snapshot_bytes<Kept> + 15) / 16);  // once, and no other slot
      SnapshotStore<Flash> restarted(flash);
      TEST_ASSERT_TRUE(restarted.save(state[i], features) == Status::ok);
      TEST_ASSERT_EQUAL_UINT32(operations, flash.operations);
    }
    const uint32_t operations = flash.operations;
    TEST_ASSERT_TRUE(store.save(state[2 * Flash::slots - 1], features + 1) == Status::ok);  // other features
    TEST_ASSERT_TRUE(flash.operations > operations);
  });
}

void test_what_was_never_started_is_not_saved() {
  TwoSectors& flash = place<TwoSectors>();
  SnapshotStore<TwoSectors> store(flash);
  TEST_ASSERT_TRUE(store.save(Kept{}, features) == Status::not_started);
  TEST_ASSERT_EQUAL_UINT32(0, flash.operations + flash.reads);
}

/// Each area is erased once for as many snapshots as there are slots; each unit of a snapshot is programmed once.
void test_wear_is_equal_and_as_stated() {
  in_every_memory([](auto& flash) {
    using Flash = etl::remove_reference_t<decltype(flash)>;
    SnapshotStore<Flash> store(flash);
    constexpr uint32_t laps = 7;
    for (size_t i = 0; i < laps * Flash::slots; ++i) {
      TEST_ASSERT_TRUE(store.save(state[i % 2], features) == Status::ok);
    }
    uint32_t programs = (snapshot_bytes<Kept> + Flash::program_bytes - 1) / Flash::program_bytes;
    if (Flash::can_be_overwritten) { programs += 16 / Flash::program_bytes; }  // the first bytes twice
    TEST_ASSERT_EQUAL_UINT32(laps * Flash::slots * programs, flash.programs);
    for (const uint32_t erases : flash.erases) {
      TEST_ASSERT_EQUAL_UINT32(Flash::can_be_overwritten ? 0 : laps, erases);
    }
    TEST_ASSERT_EQUAL_UINT32(0, store.failures());
    TEST_ASSERT_EQUAL_UINT32(0, flash.violations);
  });
}

// --- worn out -------------------------------------------------------------------------------------------------------

/// Whether a snapshot always finds a place, if this is all that is worn out: in another area; or in another slot.
template <class Flash>
bool is_worked_around(const Defect& defect) {
  const bool is_area = defect.to - defect.from > Flash::slot_bytes || defect.type == Defect::erase_fails ||
                       defect.type == Defect::erase_stops || Flash::slots_per_erase <= 1;
  return Flash::areas > 2 || !is_area;
}

template <class Flash>
void check_defect(Flash& flash, const Defect& defect, bool is_restarted) {
  flash = Flash();
  flash.defect = defect;
  SnapshotStore<Flash> store(flash);
  Set allowed = none;
  for (size_t i = 0; i < 2 * Flash::slots + 1; ++i) {
    SnapshotStore<Flash> restarted(flash);
    SnapshotStore<Flash>& used = is_restarted ? restarted : store;
    const uint32_t failures = used.failures();
    const Status status = used.save(state[i], features);
    if (status == Status::ok) {
      allowed = set_of(i);
    } else {
      TEST_ASSERT_TRUE(status == Status::storage_failed && !is_worked_around<Flash>(defect));
      TEST_ASSERT_TRUE(used.failures() > failures);
      if (defect.type == Defect::program_doubtful) { allowed |= set_of(i); }  // it may be complete
    }
    const size_t newest = restored_one_of(allowed, flash);
    if (status != Status::ok && defect.type == Defect::program_doubtful) { continue; }
    Kept learner = state[untouched];
    TEST_ASSERT_TRUE(used.resume(learner, features) == (newest < untouched ? Status::ok : Status::no_snapshot));
    TEST_ASSERT_TRUE(is_same(learner, state[newest]));
  }
  TEST_ASSERT_TRUE((allowed & none) == 0);
  // A few bits that do not change may be right by chance.
  const bool may_be_right = defect.to - defect.from < 16 && defect.type > Defect::program_doubtful;
  TEST_ASSERT_TRUE(is_restarted || may_be_right || store.failures() > 0);
  TEST_ASSERT_EQUAL_UINT32(0, flash.violations);
}

template <class Flash>
void check_defect(Flash& flash, Defect::Type type, uint32_t from, uint32_t count) {
  check_defect(flash, {type, from, from + count}, false);
  if (is_long) { check_defect(flash, {type, from, from + count}, true); }
}

/// A whole slot, or one unit of it: the first, one in the middle, the last of a snapshot.
void test_a_bad_slot_is_reported_and_worked_around() {
  in_every_memory([](auto& flash) {
    using Flash = etl::remove_reference_t<decltype(flash)>;
    constexpr uint32_t unit = Flash::program_bytes;
    for (const auto type : {Defect::program_fails, Defect::program_doubtful, Defect::program_stops, Defect::stuck_bits,
                            Defect::unreadable}) {
      for (uint32_t slot = 0; slot < Flash::slots; ++slot) {
        const uint32_t begin = slot * Flash::slot_bytes;
        check_defect(flash, type, begin, Flash::slot_bytes);
        check_defect(flash, type, begin, unit);
        if (!is_long) { continue; }
        check_defect(flash, type, begin + snapshot_bytes<Kept> / 2 / unit * unit, unit);
        check_defect(flash, type, begin + (snapshot_bytes<Kept> - 1) / unit * unit, unit);
      }
    }
  });
}

void test_a_bad_sector_is_reported_and_worked_around() {
  in_every_memory([](auto& flash) {
    using Flash = etl::remove_reference_t<decltype(flash)>;
    if (Flash::can_be_overwritten) { return; }
    for (const auto type : {Defect::erase_fails, Defect::erase_stops, Defect::program_fails, Defect::unreadable}) {
      for (uint32_t area = 0; area < Flash::areas; ++area) {
        check_defect(flash, type, area * Flash::area_bytes, Flash::area_bytes);
      }
    }
  });
}

/// The power is lost after so many operations, if it comes to that. Returns whether it was.
template <class Flash>
bool lose_power_with(const Defect& defect, Flash& flash, uint32_t operations) {
  flash = Flash();
  flash.defect = defect;
  flash.lose_power_after(operations, PowerLoss::interrupted_erase, operations);
  SnapshotStore<Flash> store(flash);
  Set allowed = none;
  for (size_t i = 0; i < Flash::slots + 2 && !flash.is_off(); ++i) {
    const Status status = store.save(state[i], features);
    allowed = status == Status::ok ? set_of(i) : allowed | (flash.is_off() ? set_of(i) : 0);
  }
  const bool was_off = flash.is_off();
  (void)restored_one_of(allowed, flash);
  return was_off;
}

/// Not even if there is no other place left: nothing can be written outside the first area, or outside the last.
void test_the_only_good_snapshot_is_never_erased() {
  in_every_memory([](auto& flash) {
    using Flash = etl::remove_reference_t<decltype(flash)>;
    const Defect defects[] = {{Defect::program_fails, Flash::area_bytes, Flash::size},
                              {Defect::program_fails, 0, Flash::size - Flash::area_bytes}};
    for (const Defect& defect : defects) {
      for (uint32_t k = 0; lose_power_with(defect, flash, k);) { k += is_long ? 1 : 3; }
    }
  });
}

void test_a_memory_that_is_worn_out_says_so() {
  in_every_memory([](auto& flash) {
    using Flash = etl::remove_reference_t<decltype(flash)>;
    flash.defect = {Defect::program_fails, 0, Flash::size};
    SnapshotStore<Flash> store(flash);
    TEST_ASSERT_TRUE(store.save(state[0], features) == Status::storage_failed);
    TEST_ASSERT_TRUE(store.failures() >= Flash::areas);
    Kept learner = state[untouched];
    TEST_ASSERT_TRUE(store.resume(learner, features) == Status::no_snapshot);
    TEST_ASSERT_TRUE(is_same(learner, state[untouched]));
    flash.defect = {};
    TEST_ASSERT_TRUE(store.save(state[0], features) == Status::ok);  // it was not for good
    TEST_ASSERT_EQUAL_UINT32(0, restored(flash));
  });
}

/// Whatever it was that failed, it is newer than what it would replace, and older than what follows.
void test_one_that_failed_only_when_it_was_read_back_is_replaced() {
  in_every_memory([](auto& flash) {
    using Flash = etl::remove_reference_t<decltype(flash)>;
    SnapshotStore<Flash> store(flash);
    for (size_t i = 0; i < Flash::slots; ++i) { TEST_ASSERT_TRUE(store.save(state[i], features) == Status::ok); }
    flash.defect = {Defect::unreadable, 0, Flash::size};
    TEST_ASSERT_TRUE(store.save(state[9], features) == Status::storage_failed);
    flash.defect = {};
    const size_t found = restored(flash);  // it may be complete
    TEST_ASSERT_TRUE(found == 9 || found == Flash::slots - 1);
    TEST_ASSERT_TRUE(store.save(state[10], features) == Status::ok);
    TEST_ASSERT_EQUAL_UINT32(10, restored(flash));
    TEST_ASSERT_TRUE(store.save(state[11], features) == Status::ok);
    TEST_ASSERT_EQUAL_UINT32(11, restored(flash));
    TEST_ASSERT_EQUAL_UINT32(0, flash.violations);
  });
}

// --- what is in it --------------------------------------------------------------------------------------------------

void test_an_empty_memory_has_none() {
  in_every_memory([](auto& flash) {
    using Flash = etl::remove_reference_t<decltype(flash)>;
    TEST_ASSERT_EQUAL_UINT32(untouched, restored(flash));
    SnapshotStore<Flash> store(flash);
    Kept learner = state[untouched];
    TEST_ASSERT_TRUE(store.adopt(learner, Kept::Config(), features) == Status::no_snapshot);
    TEST_ASSERT_TRUE(is_same(learner, state[untouched]));
    TEST_ASSERT_EQUAL_UINT32(0, flash.operations);
  });
}

void test_a_snapshot_of_another_learner_is_refused_and_replaced() {
  TwoSectors& flash = place<TwoSectors>();
  SnapshotStore<TwoSectors> store(flash);
  Learner<float, 2> other;
  TEST_ASSERT_TRUE(other.start(Learner<float, 2>::Config()) == Status::ok);
  TEST_ASSERT_TRUE(store.save(other, features) == Status::ok);
  Kept learner = state[untouched];
  TEST_ASSERT_TRUE(store.resume(learner, features) == Status::other_dimension);
  TEST_ASSERT_TRUE(store.adopt(learner, Kept::Config(), features) == Status::other_dimension);
  TEST_ASSERT_TRUE(is_same(learner, state[untouched]));
  TEST_ASSERT_TRUE(store.save(state[0], features) == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(0, restored(flash));
}

void test_weights_are_adopted_from_the_newest() {
  TwoSectors& flash = place<TwoSectors>();
  SnapshotStore<TwoSectors> store(flash);
  for (size_t i = 0; i < 3; ++i) { TEST_ASSERT_TRUE(store.save(state[i], features) == Status::ok); }
  Kept learner;
  TEST_ASSERT_TRUE(store.adopt(learner, Kept::Config().lambda(0.25F), features) == Status::ok);
  for (size_t i = 0; i < 3; ++i) { ASSERT_SAME_BITS(state[2].weight(i), learner.weight(i)); }
  ASSERT_SAME_BITS(state[2].average_reward(), learner.average_reward());
  ASSERT_SAME_BITS(0.25F, learner.config().lambda);
}

/// Every bit of the newest: the one before it is restored. Of bits that are in no snapshot: all is as it was.
void test_every_bit_of_the_newest_counts() {
  TwoSectors& flash = place<TwoSectors>();
  TEST_ASSERT_EQUAL_UINT32(set_of(1), save_some(flash, 0, 2, none));
  for (uint32_t i = 0; i < 8 * TwoSectors::slot_bytes; i += is_long ? 1 : 7) {
    uint8_t& byte = flash.bytes[TwoSectors::slot_bytes + i / 8];
    byte = static_cast<uint8_t>(byte ^ (1U << i % 8));
    TEST_ASSERT_EQUAL_UINT32(i < 8 * snapshot_bytes<Kept> ? 0 : 1, restored(flash));
    byte = static_cast<uint8_t>(byte ^ (1U << i % 8));
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  make_states();
  RUN_TEST(test_the_last_or_the_one_before_is_restored_in_two_sectors);
  RUN_TEST(test_the_last_or_the_one_before_is_restored_in_several_slots);
  RUN_TEST(test_the_last_or_the_one_before_is_restored_in_flash_words);
  RUN_TEST(test_the_last_or_the_one_before_is_restored_in_pages);
  RUN_TEST(test_the_last_or_the_one_before_is_restored_in_eeprom);
  RUN_TEST(test_a_slot_does_not_look_like_a_snapshot_while_it_is_written);
  RUN_TEST(test_nothing_is_written_when_nothing_has_changed);
  RUN_TEST(test_what_was_never_started_is_not_saved);
  RUN_TEST(test_wear_is_equal_and_as_stated);
  RUN_TEST(test_a_bad_slot_is_reported_and_worked_around);
  RUN_TEST(test_a_bad_sector_is_reported_and_worked_around);
  RUN_TEST(test_the_only_good_snapshot_is_never_erased);
  RUN_TEST(test_a_memory_that_is_worn_out_says_so);
  RUN_TEST(test_one_that_failed_only_when_it_was_read_back_is_replaced);
  RUN_TEST(test_an_empty_memory_has_none);
  RUN_TEST(test_a_snapshot_of_another_learner_is_refused_and_replaced);
  RUN_TEST(test_weights_are_adopted_from_the_newest);
  RUN_TEST(test_every_bit_of_the_newest_counts);
  return UNITY_END();
}
