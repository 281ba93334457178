// A store over a memory with anything in it: every truncation and every flipped bit of a snapshot, random bytes among
// snapshots, and snapshots whose checksum is right and whose contents are random. What is restored is the newest one
// that is whole; if there is none, nothing changes.

#include <etl/crc32.h>

#include "power_loss.hpp"

using namespace ballast;
using namespace power_loss;

namespace {

using TwoSectors = EmulatedFlash<Geometry<2, 1, 192, 4>>;
using ManySlots = EmulatedFlash<Geometry<8, 4, 160, 8>>;
using ErasedToZero = EmulatedFlash<Geometry<6, 2, 160, 16, 0x00>>;
using FlashWords = EmulatedFlash<Geometry<4, 2, 192, 32, 0xFF, true>>;
using Pages = EmulatedFlash<Geometry<4, 1, 256, 64>>;
using Eeprom = EmulatedFlash<Geometry<3, 0, 160, 1>>;

constexpr uint32_t length = snapshot_bytes<Kept>;

template <class Test>
void in_every_memory(Test test) {
  test(TwoSectors());
  test(ManySlots());
  test(ErasedToZero());
  test(FlashWords());
  test(Pages());
  test(Eeprom());
}

uint32_t below(Noise& random, uint32_t limit) {
  return random.word() % limit;
}
uint8_t byte(Noise& random) {
  return static_cast<uint8_t>(random.word() >> 7);
}

/// After `count` saves from an empty memory: the states of the last ones, each in a slot.
template <class Flash>
Flash with_saves(size_t count) {
  Flash flash;
  TEST_ASSERT_EQUAL_UINT32(set_of(count - 1), save_some(flash, 0, count, none));
  return flash;
}

/// The first slot of the area that is the next to be erased is that of the last but one.
constexpr size_t saves = 2;

void test_every_truncation_is_refused() {
  in_every_memory([](auto flash) {
    using Flash = decltype(flash);
    const Flash whole = with_saves<Flash>(saves);
    for (const bool is_end_cut : {true, false}) {
      for (const int fill : {static_cast<int>(Flash::erased), Flash::erased ^ 0xFF, 0x5A}) {
        for (uint32_t cut = 0; cut < length; ++cut) {
          flash = whole;
          bool is_changed = false;
          for (uint32_t i = is_end_cut ? cut : 0; i < (is_end_cut ? length : cut); ++i) {
            uint8_t& x = flash.bytes[Flash::slot_bytes + i];
            is_changed = is_changed || x != fill;
            x = static_cast<uint8_t>(fill);
          }
          TEST_ASSERT_EQUAL_UINT32(is_changed ? 0 : 1, restored(flash));
        }
      }
    }
  });
}

/// In any slot: what is restored is the newest of the others, and the next snapshot is saved.
void test_every_flipped_bit_is_refused_or_harmless() {
  in_every_memory([](auto flash) {
    using Flash = decltype(flash);
    const Flash whole = with_saves<Flash>(saves);
    for (uint32_t i = 0; i < 8 * saves * Flash::slot_bytes; ++i) {
      const uint32_t slot = i / 8 / Flash::slot_bytes;
      const bool is_harmless = slot == 0 || i / 8 % Flash::slot_bytes >= length;
      flash = whole;
      flash.bytes[i / 8] = static_cast<uint8_t>(flash.bytes[i / 8] ^ (1U << i % 8));
      TEST_ASSERT_EQUAL_UINT32(is_harmless ? 1 : 0, restored(flash));
      if (i % 5 == 0) { goes_on(flash); }
    }
  });
}

// --- anything -------------------------------------------------------------------------------------------------------

template <class Flash>
void fill(Flash& flash, uint32_t from, uint32_t to, Noise& random) {
  for (uint32_t i = from; i < to; ++i) { flash.bytes[i] = byte(random); }
}
template <class Flash>
void put_word(Flash& flash, uint32_t at, uint32_t x) {
  for (uint32_t i = 0; i < 4; ++i) { flash.bytes[at + i] = static_cast<uint8_t>(x >> (8 * i)); }
}

/// Random, with the first words of a snapshot in each slot and a length that may be right.
template <class Flash>
void fill_with_headers(Flash& flash, Noise& random) {
  fill(flash, 0, Flash::size, random);
  for (uint32_t slot = 0; slot < Flash::slots; ++slot) {
    const uint32_t begin = slot * Flash::slot_bytes;
    put_word(flash, begin, detail::snapshot_magic);
    put_word(flash, begin + 4, detail::snapshot_version);
    const uint32_t lengths[] = {length, Flash::slot_bytes, 52, 0, UINT32_MAX, 4 * below(random, 64), random.word()};
    put_word(flash, begin + 8, lengths[below(random, 7)]);
  }
}

/// Random bytes over what several saves have left. Returns the newest state that is still whole.
template <class Flash>
size_t splice(Flash& flash, Noise& random) {
  static const Flash whole = with_saves<Flash>(9);
  flash = whole;
  const uint32_t spans = 1 + below(random, 6);
  for (uint32_t i = 0; i < spans; ++i) {
    const uint32_t from = below(random, Flash::size);
    const uint32_t most = below(random, 2) == 0 ? 8 : Flash::area_bytes;
    const uint32_t to = from + 1 + below(random, most);
    fill(flash, from, to < Flash::size ? to : Flash::size, random);
  }
  size_t newest = untouched;
  for (uint32_t slot = 0; slot < Flash::slots; ++slot) {
    const uint32_t begin = slot * Flash::slot_bytes;
    if (memcmp(flash.bytes + begin, whole.bytes + begin, length) != 0) { continue; }
    for (size_t i = 0; i < 9; ++i) {
      if (i % Flash::slots != slot || i + Flash::slots < 9) { continue; }
      if (flash.bytes[begin] == 'B' && (newest == untouched || i > newest)) { newest = i; }
    }
  }
  return newest;
}

void test_random_contents() {
  uint32_t contents = 0;
  uint32_t with_none = 0;
  in_every_memory([&](auto flash) {
    Noise random(11);
    for (uint32_t i = 0; i < 17000; ++i, ++contents) {
      flash = decltype(flash)();
      size_t expected = untouched;
      switch (i % 4) {
        case 0: fill(flash, 0, flash.size, random); break;
        case 1: fill_with_headers(flash, random); break;
        default: expected = splice(flash, random);
      }
      position.first = i;
      TEST_ASSERT_EQUAL_UINT32(expected, restored(flash));
      with_none += expected == untouched ? 1 : 0;
      // A real one would have been erased or programmed for this; here all that matters is what the store does.
      if (i % 8 < 4) { TEST_ASSERT_EQUAL_UINT32(set_of(17), save_some(flash, 17, 1, none)); }
      if (i % 8 < 4) { TEST_ASSERT_EQUAL_UINT32(17, restored(flash)); }
    }
  });
  TEST_ASSERT_TRUE(contents >= 100000);
  TEST_ASSERT_TRUE(with_none > 50000 && with_none < contents - 20000);
}

/// The checksum is right, the contents are not: refused, and nothing changes; or what was restored is what the bytes
/// say, and can be saved again as the same ones.
void test_random_contents_with_the_right_checksum() {
  Noise random(12);
  uint32_t accepted = 0;
  for (uint32_t i = 0; i < 20000; ++i) {
    TwoSectors flash = with_saves<TwoSectors>(1);
    const uint32_t words = 1 + below(random, 3);
    for (uint32_t k = 0; k < words; ++k) {
      const uint32_t drawn = 4 * below(random, (length - 4) / 4);
      const uint32_t at = drawn >= 36 && drawn < 48 ? 48 : drawn;  // not the words that mean nothing yet
      const uint32_t choice[] = {random.word() << 8 ^ random.word(), 0, 1, UINT32_MAX, 0x7F7FFFFF, 0x3F800000};
      put_word(flash, at, choice[below(random, 6)]);
    }
    etl::crc32_t16 checksum;
    for (uint32_t k = 0; k < length - 4; ++k) { checksum.add(flash.bytes[k]); }
    put_word(flash, length - 4, checksum.value());
    SnapshotStore<TwoSectors> store(flash);
    Kept learner = state[untouched];
    if (store.resume(learner, features) != Status::ok) {
      TEST_ASSERT_TRUE(is_same(learner, state[untouched]));
      continue;
    }
    ++accepted;
    const uint32_t operations = flash.operations;
    TEST_ASSERT_TRUE(store.save(learner, features) == Status::ok);
    TEST_ASSERT_EQUAL_UINT32(operations, flash.operations);  // it is the same
  }
  TEST_ASSERT_TRUE(accepted > 1000 && accepted < 19000);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  make_states();
  RUN_TEST(test_every_truncation_is_refused);
  RUN_TEST(test_every_flipped_bit_is_refused_or_harmless);
  RUN_TEST(test_random_contents);
  RUN_TEST(test_random_contents_with_the_right_checksum);
  return UNITY_END();
}
