// The flash driver of examples/firmware against a model of the chip's flash controller, as its reference manual
// describes it; no emulator has one.
//   firmware_flash               the tests
//   firmware_flash --write FILE  what the two sectors contain when a learner was saved, for the emulated board

#include <ballast/features/fingerprint.hpp>
#include <ballast/snapshot_store.hpp>
#include <firmware/src/flash.hpp>
#include <firmware/src/learning.hpp>

#include <stdio.h>
#include <string.h>

#include <vector>

#include "noise.hpp"
#include "suite.hpp"

using ballast::Status;

namespace {

// --- the chip --------------------------------------------------------------------------------------------------------

constexpr uint32_t lock_bit = 1U << 31;
constexpr uint32_t start_bit = 1U << 16;
constexpr uint32_t busy_bit = 1U << 16;
constexpr uint32_t protection_error = 1U << 4;
constexpr uint32_t alignment_error = 1U << 5;
constexpr uint32_t parallelism_error = 1U << 6;
constexpr uint32_t sequence_error = 1U << 7;

enum class Name { acr, keyr, optkeyr, sr, cr, optcr };

/// The flash controller, and the first 64 KB: sectors 0 to 3.
class Model {
 public:
  static constexpr uint32_t first_address = 0x08000000U;
  static constexpr uint32_t sector_words = 4096;

  struct Register {
    Model* model;
    Name name;
    operator uint32_t() const { return model->get(name); }
    void operator=(uint32_t x) { model->set(name, x); }
  };
  struct Registers {
    Register acr, keyr, optkeyr, sr, cr, optcr;
  };
  struct Word {
    Model* model;
    uint32_t address;
    operator uint32_t() const { return model->memory.at((address - first_address) / 4); }
    void operator=(uint32_t x) { model->write(address, x); }
  };
  /// What was done to it: registers, words, and waiting for one to arrive.
  struct Access {
    enum Kind { to_register, to_word, barrier } kind;
    uint32_t where;
    uint32_t value;
    bool operator==(const Access& other) const {
      return kind == other.kind && where == other.where && value == other.value;
    }
  };

  Model() : memory(4 * sector_words, UINT32_MAX) {
    for (uint32_t i = 0; i < 2 * sector_words; ++i) { memory[i] = i * 2654435761U; }  // the program
  }

  Registers& flash() { return registers_; }
  Word word(uint32_t address) { return {this, address}; }
  void wait_for_writes() { log.push_back({Access::barrier, 0, 0}); }

  bool is_locked() const { return (cr_ & lock_bit) != 0; }
  /// Another one of the same type, after a reset: the memory is what it was.
  void reset() {
    cr_ = lock_bit;
    sr_ = keys_ = 0;
    is_dead = false;
  }

  std::vector<uint32_t> memory;
  std::vector<Access> log;
  uint32_t erases[16]{};
  uint32_t is_protected = 0;  // a bit for each sector
  uint32_t next_error = 0;    // of the next operation
  bool is_dead = false;       // no key is right any more
  bool is_absent = false;     // as in an emulator: reads as 0, and writing has no effect
  uint32_t mistakes = 0;      // accesses that stop the core, or that the manual forbids
  uint32_t acr = 0;
  uint32_t data_cache_resets = 0;

 private:
  uint32_t get(Name name) {
    if (is_absent) { return 0; }
    switch (name) {
      case Name::acr: return acr;
      case Name::sr: return busy_ > 0 ? (--busy_, sr_ | busy_bit) : sr_;
      case Name::cr: return cr_;
      default: return 0;
    }
  }
  void set(Name name, uint32_t x) {
    log.push_back({Access::to_register, static_cast<uint32_t>(name), x});
    if (is_absent) { return; }
    switch (name) {
      case Name::acr: return set_access(x);
      case Name::keyr: return take_key(x);
      case Name::sr: sr_ &= ~x; return;
      case Name::cr: return set_control(x);
      default: ++mistakes; return;
    }
  }
  void set_access(uint32_t x) {
    const bool resets = (x & 1U << 12) != 0;
    if (resets && ((acr | x) & 1U << 10) != 0) { ++mistakes; }  // only while it is off
    data_cache_resets += resets ? 1U : 0U;
    acr = x;
  }
  void take_key(uint32_t x) {
    if (keys_ == 0 && x == 0x45670123U) {
      keys_ = 1;
    } else if (keys_ == 1 && x == 0xCDEF89ABU && !is_dead) {
      cr_ = keys_ = 0;
    } else {
      is_dead = true;
    }
  }
  void set_control(uint32_t x) {
    if (busy_ > 0) { ++mistakes; }
    if (is_locked()) { return; }
    cr_ = x & ~start_bit;
    if ((x & start_bit) != 0) { erase(x); }
  }
  void erase(uint32_t control) {
    const uint32_t sector = control >> 3 & 15U;
    if ((control & 3U) != 2 || sector > 3) {
      ++mistakes;
      return;
    }
    busy_ = 100;
    ++erases[sector];
    if (fails(sector)) { return; }
    for (uint32_t i = 0; i < sector_words; ++i) { memory[sector * sector_words + i] = UINT32_MAX; }
  }
  void write(uint32_t address, uint32_t x) {
    log.push_back({Access::to_word, address, x});
    if (busy_ > 0) { ++mistakes; }
    if (is_absent || is_locked() || (cr_ & 3U) != 1) {
      ++mistakes;
      sr_ |= sequence_error;
      return;
    }
    busy_ = 5;
    if (address % 4 != 0) { sr_ |= alignment_error; }
    if ((cr_ >> 8 & 3U) != 2) { sr_ |= parallelism_error; }
    const uint32_t index = (address - first_address) / 4;
    if (sr_ != 0 || fails(index / sector_words)) { return; }
    memory.at(index) &= x;
  }
  bool fails(uint32_t sector) {
    if ((is_protected >> sector & 1U) != 0) { sr_ |= protection_error; }
    sr_ |= next_error;
    next_error = 0;
    return sr_ != 0;
  }

  Registers registers_{{this, Name::acr}, {this, Name::keyr}, {this, Name::optkeyr},
                       {this, Name::sr},  {this, Name::cr},   {this, Name::optcr}};
  uint32_t cr_ = lock_bit;
  uint32_t sr_ = 0;
  uint32_t keys_ = 0;  // how many were right
  uint32_t busy_ = 0;  // for so many looks at it
};

using Flash = SnapshotFlash<Model>;
using Store = ballast::SnapshotStore<Flash>;
using Access = Model::Access;

constexpr uint32_t name(Name x) {
  return static_cast<uint32_t>(x);
}
Access set(Name where, uint32_t value) {
  return {Access::to_register, name(where), value};
}
Access put(uint32_t address, uint32_t value) {
  return {Access::to_word, address, value};
}
const Access barrier{Access::barrier, 0, 0};

/// Locked again, nothing forbidden was done, and the program is what it was.
void check_left_well(const Model& model) {
  TEST_ASSERT_TRUE(model.is_locked());
  TEST_ASSERT_EQUAL_UINT32(0, model.mistakes);
  const Model fresh;
  TEST_ASSERT_EQUAL_MEMORY(fresh.memory.data(), model.memory.data(), 2 * 4 * Model::sector_words);
  for (uint32_t sector = 0; sector < 16; ++sector) {
    if (sector != 2 && sector != 3) { TEST_ASSERT_EQUAL_UINT32(0, model.erases[sector]); }
  }
}

// --- the sequences of the manual -------------------------------------------------------------------------------------

const uint8_t bytes[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

void test_words_are_programmed_as_the_manual_says() {
  Model model;
  Flash flash(model);
  TEST_ASSERT_TRUE(flash.program(16, bytes, 8));
  const std::vector<Access> expected{barrier,
                                     set(Name::keyr, 0x45670123U),
                                     set(Name::keyr, 0xCDEF89ABU),
                                     set(Name::sr, 0xF2U),
                                     set(Name::cr, 0x201U),
                                     put(0x08008010U, 0x04030201U),
                                     barrier,
                                     put(0x08008014U, 0x08070605U),
                                     barrier,
                                     set(Name::cr, lock_bit)};
  TEST_ASSERT_TRUE(expected == model.log);
  uint8_t read[16];
  TEST_ASSERT_TRUE(flash.read(16, read, 8));
  TEST_ASSERT_EQUAL_MEMORY(bytes, read, 8);
  TEST_ASSERT_TRUE(flash.read(17, read, 3));
  TEST_ASSERT_EQUAL_MEMORY(bytes + 1, read, 3);
  check_left_well(model);
}

void test_one_sector_is_erased_as_the_manual_says() {
  for (uint32_t i = 0; i < 2; ++i) {
    Model model;
    Flash flash(model);
    TEST_ASSERT_TRUE(flash.program(0, bytes, 16) && flash.program(Flash::sector_bytes, bytes, 16));
    model.log.clear();
    TEST_ASSERT_TRUE(flash.erase(i * Flash::sector_bytes));
    const uint32_t control = i == 0 ? 0x212U : 0x21AU;
    const std::vector<Access> expected{barrier,
                                       set(Name::keyr, 0x45670123U),
                                       set(Name::keyr, 0xCDEF89ABU),
                                       set(Name::sr, 0xF2U),
                                       set(Name::cr, control),
                                       set(Name::cr, control | start_bit),
                                       barrier,
                                       set(Name::cr, lock_bit)};
    TEST_ASSERT_TRUE(expected == model.log);
    TEST_ASSERT_EQUAL_HEX32(UINT32_MAX, model.memory[(2 + i) * Model::sector_words]);
    TEST_ASSERT_EQUAL_HEX32(0x04030201U, model.memory[(3 - i) * Model::sector_words]);
    TEST_ASSERT_EQUAL_UINT32(1, model.erases[2 + i]);
    TEST_ASSERT_EQUAL_UINT32(0, model.erases[3 - i]);
    check_left_well(model);
  }
}

void test_every_error_is_reported_once() {
  for (uint32_t bit = 4; bit < 8; ++bit) {
    Model model;
    Flash flash(model);
    model.next_error = 1U << bit;
    TEST_ASSERT_FALSE(flash.program(0, bytes, 16));
    TEST_ASSERT_EQUAL_HEX32(UINT32_MAX, model.memory[2 * Model::sector_words]);
    check_left_well(model);
    TEST_ASSERT_TRUE(flash.program(0, bytes, 16));
    model.next_error = 1U << bit;
    TEST_ASSERT_FALSE(flash.erase(0));
    check_left_well(model);
    TEST_ASSERT_TRUE(flash.erase(0));
    check_left_well(model);
  }
}

void test_nothing_outside_the_two_sectors_is_touched() {
  Model model;
  Flash flash(model);
  uint8_t read[16];
  constexpr uint32_t size = 2 * Flash::sector_bytes;
  for (const uint32_t address : {size, size - 12, 0U - 16, 0U - 0x8000}) {
    TEST_ASSERT_FALSE(flash.program(address, bytes, 16));
    TEST_ASSERT_FALSE(flash.erase(address));
    TEST_ASSERT_FALSE(flash.read(address, read, 16));
  }
  TEST_ASSERT_TRUE(flash.program(size - 16, bytes, 16));
  for (uint32_t sector = 0; sector < 16; ++sector) { TEST_ASSERT_EQUAL_UINT32(0, model.erases[sector]); }
  check_left_well(model);
}

/// One that does not take the keys, and none at all, as in an emulator: not a word is written.
void test_a_controller_that_does_not_answer_is_reported() {
  Model dead;
  dead.is_dead = true;
  Model absent;
  absent.is_absent = true;
  for (Model* model : {&dead, &absent}) {
    Flash flash(*model);
    TEST_ASSERT_FALSE(flash.erase(0));
    TEST_ASSERT_FALSE(flash.program(0, bytes, 16));
    check_left_well(*model);
    for (const Access& access : model->log) { TEST_ASSERT_TRUE(access.kind != Access::to_word); }
    TEST_ASSERT_EQUAL_UINT32(0, model->erases[2] + model->erases[3]);
  }
}

void test_the_data_cache_is_reset_if_it_is_on() {
  Model model;
  Flash flash(model);
  model.acr = 0x705U;  // prefetch, both caches, 5 wait states
  TEST_ASSERT_TRUE(flash.program(0, bytes, 16));
  TEST_ASSERT_EQUAL_UINT32(1, model.data_cache_resets);
  TEST_ASSERT_EQUAL_HEX32(0x705U, model.acr);
  check_left_well(model);
}

// --- what is kept ----------------------------------------------------------------------------------------------------

constexpr uint32_t features = 5;

void learn(Learner& learner, uint32_t ticks, Noise& random) {
  Coder::Features here{Coder::unit_value};
  Coder::Features next{Coder::unit_value};
  for (uint32_t i = 0; i < ticks; ++i) {
    const float temperature = target + random.number<float>();
    (void)coder.encode({{temperature, random.word() % 2 == 0 ? 0.0F : 1.0F}}, next);
    (void)learner.update(here, reward_of(temperature), next);
    here = next;
  }
}

bool is_same(const Learner& a, const Learner& b) {
  return memcmp(&a, &b, sizeof(Learner)) == 0;
}

/// After a reset.
Learner resumed_from(Model& model) {
  model.reset();
  Flash flash(model);
  Store store(flash);
  Learner learner;
  TEST_ASSERT_TRUE(store.resume(learner, features) == Status::ok);
  return learner;
}

/// 640 saves, a reset after each: 20 times 32. A sector is erased once in 32 saves, as the firmware says.
void test_every_save_is_resumed_and_wears_as_stated() {
  Model model;
  Learner learner;
  Noise random(1);
  TEST_ASSERT_TRUE(learner.start(config) == Status::ok);
  for (uint32_t i = 0; i < 640; ++i) {
    learn(learner, 3, random);
    Flash flash(model);
    Store store(flash);
    TEST_ASSERT_TRUE(store.save(learner, features) == Status::ok);
    TEST_ASSERT_EQUAL_UINT32(0, store.failures());
    TEST_ASSERT_TRUE(is_same(learner, resumed_from(model)));
    model.log.clear();
  }
  TEST_ASSERT_EQUAL_UINT32(20, model.erases[2]);
  TEST_ASSERT_EQUAL_UINT32(20, model.erases[3]);
  check_left_well(model);
}

void test_a_sector_that_cannot_be_written_costs_nothing_that_was_kept() {
  Model model;
  model.is_protected = 1U << 3;
  Flash flash(model);
  Store store(flash);
  Learner learner;
  Noise random(1);
  TEST_ASSERT_TRUE(learner.start(config) == Status::ok);
  for (uint32_t i = 0; i < 16; ++i) {
    learn(learner, 3, random);
    TEST_ASSERT_TRUE(store.save(learner, features) == Status::ok);
  }
  const Learner last = learner;
  learn(learner, 3, random);
  TEST_ASSERT_TRUE(store.save(learner, features) == Status::storage_failed);
  TEST_ASSERT_TRUE(store.failures() > 0);
  TEST_ASSERT_TRUE(is_same(last, resumed_from(model)));
  check_left_well(model);
}

/// As in the emulator: reported, and learning goes on.
void test_without_a_controller_nothing_is_kept_and_learning_goes_on() {
  Model model;
  model.is_absent = true;
  Flash flash(model);
  Store store(flash);
  Learner learner;
  Noise random(1);
  TEST_ASSERT_TRUE(store.resume(learner, features) == Status::no_snapshot);
  TEST_ASSERT_TRUE(learner.start(config) == Status::ok);
  for (uint32_t i = 1; i <= 3; ++i) {
    learn(learner, 3, random);
    TEST_ASSERT_TRUE(store.save(learner, features) == Status::storage_failed);
    TEST_ASSERT_EQUAL_UINT32(3 * i, learner.updates());
  }
  TEST_ASSERT_EQUAL_UINT32(0, model.mistakes);
}

/// A learner of the firmware, after some hours: its two sectors, for flash_image.cmake.
int write_sectors(const char* path) {
  static Model model;
  Flash flash(model);
  Store store(flash);
  Learner learner;
  Noise random(1);
  if (learner.start(config) != Status::ok) { return 1; }
  for (uint32_t i = 0; i < 20; ++i) {
    learn(learner, 5000, random);
    if (store.save(learner, ballast::fingerprint(coder)) != Status::ok) { return 1; }
  }
  FILE* file = fopen(path, "wb");
  if (file == nullptr) { return 1; }
  uint8_t piece[1024];
  bool is_written = true;
  for (uint32_t address = 0; address < 2 * Flash::sector_bytes; address += sizeof piece) {
    is_written = is_written && flash.read(address, piece, sizeof piece) && fwrite(piece, sizeof piece, 1, file) == 1;
  }
  return fclose(file) == 0 && is_written ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 3 && strcmp(arguments[1], "--write") == 0) { return write_sectors(arguments[2]); }
  UNITY_BEGIN();
  RUN_TEST(test_words_are_programmed_as_the_manual_says);
  RUN_TEST(test_one_sector_is_erased_as_the_manual_says);
  RUN_TEST(test_every_error_is_reported_once);
  RUN_TEST(test_nothing_outside_the_two_sectors_is_touched);
  RUN_TEST(test_a_controller_that_does_not_answer_is_reported);
  RUN_TEST(test_the_data_cache_is_reset_if_it_is_on);
  RUN_TEST(test_every_save_is_resumed_and_wears_as_stated);
  RUN_TEST(test_a_sector_that_cannot_be_written_costs_nothing_that_was_kept);
  RUN_TEST(test_without_a_controller_nothing_is_kept_and_learning_goes_on);
  return UNITY_END();
}
