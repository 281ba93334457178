#pragma once
/// What happens to a learner or an agent in a device that is switched off and on: it is saved, lost, and resumed.

#include <ballast/snapshot.hpp>
#include <ballast/status.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "failure.hpp"

namespace search {

template <class Subject>
unsigned char& byte_at(Subject& subject, size_t i) {
  return reinterpret_cast<unsigned char*>(&subject)[i];
}

struct SnapshotMemory {
  std::vector<uint8_t> bytes;

  bool write(const uint8_t* from, size_t count) {
    bytes.insert(bytes.end(), from, from + count);
    return true;
  }
  bool read(uint32_t offset, uint8_t* to, size_t count) const {
    if (offset > bytes.size() || count > bytes.size() - offset) { return false; }
    std::copy_n(bytes.begin() + offset, count, to);
    return true;
  }
};

/// A new one where there was something else.
template <class Subject>
void replace(Subject& subject, int byte) {
  std::memset(static_cast<void*>(&subject), byte, sizeof subject);
  __asm__ volatile("" : : "r"(&subject) : "memory");  // or the compiler leaves that out
  new (&subject) Subject;
  __asm__ volatile("" : : "r"(&subject) : "memory");
}

/// The report of an agent; after it come the mean reward and the ticks of its evaluation.
template <class Agent>
auto is_of_last_ticks(const Agent& agent, size_t i, int /*preferred*/) -> decltype(agent.report(), bool{}) {
  const size_t begin = static_cast<size_t>(reinterpret_cast<const unsigned char*>(&agent.report()) -
                                           reinterpret_cast<const unsigned char*>(&agent));
  return i >= begin && i < begin + sizeof agent.report() + 2 * sizeof agent.evaluated_reward() + sizeof(uint32_t);
}
template <class Learner>
bool is_of_last_ticks(const Learner&, size_t, long) {
  return false;
}

/// Which bytes are not in a snapshot: those that belong to no member, so that a constructor leaves them as they were;
/// and what an agent says about its last ticks.
template <class Subject>
std::vector<size_t> bytes_left_out() {
  const auto first = std::make_unique<Subject>();
  const auto second = std::make_unique<Subject>();
  replace(*first, 0x5A);
  replace(*second, 0xA5);
  std::vector<size_t> left_out;
  for (size_t i = 0; i < sizeof(Subject); ++i) {
    if (byte_at(*first, i) != byte_at(*second, i) || is_of_last_ticks(*first, i, 0)) { left_out.push_back(i); }
  }
  return left_out;
}

/// Every byte of it is what it was before.
template <class Subject>
void power_cycle(Subject& subject) {
  constexpr uint32_t features = 0xFEA70125U;
  static const std::vector<size_t> left_out = bytes_left_out<Subject>();
  Subject before = subject;
  SnapshotMemory memory;
  memory.bytes.reserve(ballast::snapshot_bytes<Subject>);
  require(ballast::save(subject, features, memory) == ballast::Status::ok, "a snapshot is not saved");
  replace(subject, 0xA5);
  const ballast::Status status = ballast::resume(subject, features, memory);
  require(status == ballast::Status::ok, "a snapshot is not resumed", ballast::name(status));
  for (const size_t i : left_out) { byte_at(subject, i) = byte_at(before, i); }
  require(std::memcmp(&before, &subject, sizeof subject) == 0, "a snapshot is resumed as something else");
}

}  // namespace search
