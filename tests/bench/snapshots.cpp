// A snapshot of a learner of 1024 floats, to memory and back. Beside it a copy of the learner's bytes with a CRC-32
// from a table of 256 words: what a program without a format would store.

#include <ballast/learner.hpp>
#include <ballast/snapshot.hpp>

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "add_learner.hpp"
#include "dense_data.hpp"

namespace bench {
namespace {

using Learner = ballast::Learner<float, 1024>;

struct Memory {
  std::vector<uint8_t> bytes;

  bool write(const void* from, std::size_t count) {
    const auto* begin = static_cast<const uint8_t*>(from);
    bytes.insert(bytes.end(), begin, begin + count);
    return true;
  }
  bool read(std::size_t offset, void* to, std::size_t count) {
    if (offset + count > bytes.size()) { return false; }
    std::memcpy(to, bytes.data() + offset, count);
    return true;
  }
};

// --- the copy --------------------------------------------------------------------------------------------------------

std::array<uint32_t, 256> crc_table() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) { crc = crc >> 1 ^ (crc % 2 != 0 ? 0xEDB88320U : 0U); }
    table[i] = crc;
  }
  return table;
}

uint32_t crc_of(const uint8_t* bytes, std::size_t count) {
  static const std::array<uint32_t, 256> table = crc_table();
  uint32_t crc = ~0U;
  for (std::size_t i = 0; i < count; ++i) { crc = crc >> 8 ^ table[(crc ^ bytes[i]) & 0xFF]; }
  return ~crc;
}

struct Copy {
  uint32_t crc;
  uint8_t bytes[sizeof(Learner)];
};

[[gnu::noinline]] void copy_out(const Learner& learner, Copy& copy) {
  std::memcpy(copy.bytes, &learner, sizeof learner);
  copy.crc = crc_of(copy.bytes, sizeof copy.bytes);
}

[[gnu::noinline]] bool copy_in(Learner& learner, const Copy& copy) {
  if (crc_of(copy.bytes, sizeof copy.bytes) != copy.crc) { return false; }
  std::memcpy(static_cast<void*>(&learner), copy.bytes, sizeof learner);
  return true;
}

// --- cases ---------------------------------------------------------------------------------------------------------

/// One that has learned something.
std::unique_ptr<Placed<Learner>> trained() {
  const DenseData<float, 1024> data;
  auto learner = std::make_unique<Placed<Learner>>();
  start(**learner);
  for (std::size_t t = 0; t < 8; ++t) { (void)(*learner)->update(data[t], 1.0F, data[t + 1]); }
  return learner;
}

void time_save(benchmark::State& state) {
  const auto learner = trained();
  Memory memory;
  for (auto _ : state) {
    memory.bytes.clear();
    if (ballast::save(**learner, 1, memory) != ballast::Status::ok) { state.SkipWithError("not saved"); }
    benchmark::DoNotOptimize(memory.bytes.data());
  }
}

void time_resume(benchmark::State& state) {
  const auto learner = trained();
  Memory memory;
  (void)ballast::save(**learner, 1, memory);
  for (auto _ : state) {
    if (ballast::resume(**learner, 1, memory) != ballast::Status::ok) { state.SkipWithError("not resumed"); }
    benchmark::DoNotOptimize(**learner);
  }
}

void time_copy_out(benchmark::State& state) {
  const auto learner = trained();
  const Placed<Copy> copy;
  for (auto _ : state) {
    copy_out(**learner, *copy);
    benchmark::DoNotOptimize(*copy);
  }
}

void time_copy_in(benchmark::State& state) {
  const auto learner = trained();
  const Placed<Copy> copy;
  copy_out(**learner, *copy);
  for (auto _ : state) {
    if (!copy_in(**learner, *copy)) { state.SkipWithError("another CRC"); }
    benchmark::DoNotOptimize(**learner);
  }
}

bool add_snapshots() {
  add("snapshot/save", "ballast", time_save);
  add("snapshot/save", "copy", time_copy_out);
  add("snapshot/resume", "ballast", time_resume);
  add("snapshot/resume", "copy", time_copy_in);
  return true;
}

const bool is_added = add_snapshots();

}  // namespace
}  // namespace bench
