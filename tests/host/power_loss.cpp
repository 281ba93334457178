// Keeping snapshots, proved by exhaustion: the power is lost at every operation, and again at every operation after it,
// in several memories, in several ways. The counts are printed.

#include <stdio.h>

#include "power_loss.hpp"

using namespace power_loss;

namespace {

// Two sectors with one slot each; words.
using TwoSectors = Geometry<2, 1, 192, 4>;
// Two sectors of several slots; double words.
using ManySlots = Geometry<8, 4, 160, 8>;
// Three sectors that are erased to zero.
using ErasedToZero = Geometry<6, 2, 160, 16, 0x00>;
// Flash words of 32 bytes with a code (as on an STM32H7): some torn ones cannot be read.
using FlashWords = Geometry<4, 2, 192, 32, 0xFF, true>;
// Pages that are larger than the header of a snapshot.
using Pages = Geometry<4, 1, 256, 64>;
// Bytes that can be overwritten: EEPROM, FRAM.
using Eeprom = Geometry<3, 0, 160, 1>;

constexpr const char* name_of[power_losses] = {"clean stop", "torn program", "interrupted erase", "out of order",
                                               "unstable bits"};

uint32_t total = 0;

template <class G>
void check(const char* geometry, const Extent& singles, const Extent& pairs) {
  using Flash = EmulatedFlash<G, 256>;
  static typename Proof<Flash>::Storage storage;
  for (size_t i = 0; i < power_losses; ++i) {
    const auto how = static_cast<PowerLoss>(i);
    const bool is_random = how != PowerLoss::clean;
    const auto with = [&](Extent extent) {
      extent.repetitions = is_random ? extent.repetitions : 1;
      return Proof<Flash>(storage, how, extent);
    };
    uint32_t losses = with(singles).every_loss();
    losses += with(singles).every_loss(UINT32_MAX - 2);  // past 2^32
    // With two slots in all, a bit that reads as it likes can make the one good snapshot look old (docs/SNAPSHOT.md).
    if (how != PowerLoss::unstable_bits || G::slots > 2) { losses += with(pairs).every_pair(UINT32_MAX - 1); }
    printf("%-30s %-18s %8u losses\n", geometry, name_of[i], losses);
    total += losses;
  }
}

void test_two_sectors() {
  check<TwoSectors>("2 sectors x 1 slot, 4 bytes", {6, 0, 8}, {4, 2, 1});
}
void test_many_slots() {
  check<ManySlots>("2 sectors x 4 slots, 8 bytes", {9, 0, 8}, {9, 2, 1});
}
void test_erased_to_zero() {
  check<ErasedToZero>("3 sectors x 2 slots, 16 bytes", {9, 0, 16}, {7, 2, 3});
}
void test_flash_words() {
  check<FlashWords>("2 sectors x 2 slots, 32 bytes", {9, 0, 16}, {6, 3, 8});
}
void test_pages() {
  check<Pages>("4 sectors x 1 slot, 64 bytes", {9, 0, 16}, {6, 3, 8});
}
void test_eeprom() {
  check<Eeprom>("EEPROM, 3 slots, 1 byte", {5, 0, 2}, {3, 1, 1});
}

void test_there_were_enough() {
  printf("%-49s %8u losses\n", "total", total);
  TEST_ASSERT_TRUE(total >= 30000);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  make_states();
  RUN_TEST(test_two_sectors);
  RUN_TEST(test_many_slots);
  RUN_TEST(test_erased_to_zero);
  RUN_TEST(test_flash_words);
  RUN_TEST(test_pages);
  RUN_TEST(test_eeprom);
  RUN_TEST(test_there_were_enough);
  if (Unity.TestFailures > 0) {
    printf("the last loss: operation %u, then %u, seed %u\n", position.first, position.second, position.seed);
  }
  return UNITY_END();
}
