#pragma once
/// Logs as docs/RECORDER.md specifies them, made in memory by what they are logs of: a learner or an agent of the
/// library. Written from the document and not with the tool's own writer, so that both are checked.

#include <ballast/features/active_features.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/run.hpp>
#include <ballast/features/sparse_features.hpp>
#include <ballast/snapshot.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include <etl/array.h>
#include <etl/crc32.h>

namespace recorded {

using Bytes = std::vector<uint8_t>;

struct Sink {
  Bytes bytes;
  bool write(const uint8_t* from, size_t count) {
    bytes.insert(bytes.end(), from, from + count);
    return true;
  }
};

template <class Number>
void put(Bytes& bytes, Number x) {
  uint8_t raw[sizeof x];
  std::memcpy(raw, &x, sizeof x);
  bytes.insert(bytes.end(), raw, raw + sizeof x);
}
template <class Integer>
void put_index(Bytes& bytes, Integer i, size_t dimension) {
  dimension < 65536 ? put(bytes, static_cast<uint16_t>(i)) : put(bytes, static_cast<uint32_t>(i));
}

// --- features -------------------------------------------------------------------------------------------------------

template <class T, size_t N>
constexpr uint8_t code_of(const etl::array<T, N>&) {
  return 1;
}
template <class T, size_t N>
void put_features(Bytes& bytes, uint16_t& /*head*/, T& /*value*/, const etl::array<T, N>& features) {
  for (const T x : features) { put(bytes, x); }
}

template <class T, size_t N>
constexpr uint8_t code_of(const ballast::OneHot<T, N>&) {
  return 2;
}
template <class T, size_t N>
void put_features(Bytes& bytes, uint16_t& /*head*/, T& /*value*/, const ballast::OneHot<T, N>& features) {
  put_index(bytes, features.is_within_dimension() ? features.index() : size_t{UINT32_MAX}, N);
}

template <class T, size_t N, size_t Capacity>
constexpr uint8_t code_of(const ballast::ActiveFeatures<T, N, Capacity>&) {
  return 3;
}
template <class T, size_t N, size_t Capacity>
void put_features(Bytes& bytes, uint16_t& head, T& value, const ballast::ActiveFeatures<T, N, Capacity>& features) {
  put(bytes, static_cast<uint16_t>(features.size()));
  if (features.value() != value) {
    head |= 1U << 8U;
    put(bytes, value = features.value());
  }
  for (size_t k = 0; k < features.size(); ++k) { put_index(bytes, features.index(k), N); }
}

template <class T, size_t N, size_t Capacity>
constexpr uint8_t code_of(const ballast::SparseFeatures<T, N, Capacity>&) {
  return 4;
}
template <class T, size_t N, size_t Capacity>
void put_features(Bytes& bytes, uint16_t& /*head*/, T& /*value*/,
                  const ballast::SparseFeatures<T, N, Capacity>& features) {
  put(bytes, static_cast<uint16_t>(features.size()));
  for (size_t k = 0; k < features.size(); ++k) { put_index(bytes, features.index(k), N); }
  for (size_t k = 0; k < features.size(); ++k) { put(bytes, features.value(k)); }
}

// --- a log ----------------------------------------------------------------------------------------------------------

struct BlockPlace {
  size_t begin;
  size_t end;
  int kind;
};

/// The log of one object with features of this type. Blocks have at most `largest` bytes, but room for two records.
template <class Features>
class Log {
 public:
  using T = typename ballast::RunsOf<Features>::Feature;
  static constexpr size_t dimension = ballast::RunsOf<Features>::dimension;

  explicit Log(uint8_t actions, size_t largest = 256) : actions_(actions), largest_(largest) {}

  Bytes bytes;
  std::vector<BlockPlace> blocks;
  uint32_t ticks = 0;

  // Of an agent.
  template <class Agent>
  void observe(const Agent& agent, const Features& features, const ballast::Decision& made, uint32_t feasible) {
    add(agent, 1, &features, nullptr, made, feasible);
  }
  template <class Agent>
  void tick(const Agent& agent, T reward, const Features& features, const ballast::Decision& made, uint32_t feasible) {
    add(agent, 2, &features, &reward, made, feasible);
  }
  template <class Agent>
  void skip(const Agent& agent, const ballast::Decision& made, uint32_t feasible) {
    add(agent, 3, nullptr, nullptr, made, feasible);
  }
  template <class Agent>
  void evaluate(const Agent& agent, bool only) {
    add(agent, 7, nullptr, nullptr, {ballast::Status::ok, only, false, 0}, all());
  }

  // Of a learner, after the update.
  template <class Learner>
  void update(const Learner& learner, const Features& from, T reward, const Features& next, ballast::Status status) {
    if (needs_from(from)) {
      begin_if_full();
      put_record(learner.average_reward(), 5, &from, nullptr, {ballast::Status::ok, false, false, 0}, all());
    }
    add(learner, 4, &next, &reward, {status, false, status == ballast::Status::ok, 0}, all());
    entered_ = next;
    has_entered_ = true;
  }
  template <class Learner>
  void reset(const Learner& learner) {
    add(learner, 6, nullptr, nullptr, {ballast::Status::ok, false, false, 0}, all());
  }

  // Of both.
  template <class Subject>
  void saved(const Subject& subject, uint32_t revision) {
    add(subject, 8, nullptr, nullptr, {ballast::Status::ok, false, false, 0}, all());
    put(contents_, revision);
  }
  template <class Subject>
  void gap(const Subject& subject, uint32_t lost) {
    add(subject, 9, nullptr, nullptr, {ballast::Status::ok, false, false, 0}, all());
    put(contents_, lost);
    ticks += lost;
  }
  template <class Subject>
  void readings(const Subject& subject, const std::vector<float>& numbers) {
    add(subject, 10, nullptr, nullptr, {ballast::Status::ok, false, false, 0}, all());
    put(contents_, static_cast<uint16_t>(numbers.size()));
    for (const float x : numbers) { put(contents_, x); }
  }
  template <class Subject>
  void state(const Subject& subject, uint32_t fingerprint = 0) {
    put_snapshot(2, snapshot_of(subject, fingerprint));
  }
  template <class Subject>
  void checkpoint(const Subject& subject, uint32_t fingerprint = 0) {
    put_snapshot(3, snapshot_of(subject, fingerprint));
  }
  /// From what it saves: of its sections, those with the tags 1, 6 and 0.
  template <class Subject>
  void start(const Subject& subject, uint32_t fingerprint = 0) {
    const Bytes whole = snapshot_of(subject, fingerprint);
    Bytes result(whole.begin(), whole.begin() + 48);
    for (size_t at = 48; at + 4 < whole.size();) {
      uint32_t head[2];
      std::memcpy(head, whole.data() + at, sizeof head);
      const size_t end = at + 8 + head[1];
      const uint32_t tag = head[0] & 0xFFFFU;
      if (tag == 1 || tag == 6 || tag == 0) { result.insert(result.end(), whole.data() + at, whole.data() + end); }
      at = end;
    }
    const auto length = static_cast<uint32_t>(result.size() + 4);
    std::memcpy(result.data() + 8, &length, sizeof length);
    put(result, etl::crc32(result.begin(), result.end()).value());
    put_snapshot(1, result);
  }
  void finish() { end_block(); }

  template <class Subject>
  static Bytes snapshot_of(const Subject& subject, uint32_t fingerprint) {
    Sink sink;
    (void)static_cast<bool>(ballast::save(subject, fingerprint, sink) == ballast::Status::ok);
    return sink.bytes;
  }

  /// Ends a block whose contents are there; also to make a wrong one.
  void put_block(uint8_t kind, uint32_t ticks_before, const Bytes& contents) {
    const size_t begin = bytes.size();
    put(bytes, uint32_t{0x52464C42U});
    put(bytes, static_cast<uint16_t>((24 + contents.size() + 3 + 4) / 4));
    put(bytes, kind);
    put(bytes, uint8_t{1});
    put(bytes, number_++);
    put(bytes, ticks_before);
    put(bytes, code_of(Features{}));
    put(bytes, static_cast<uint8_t>(dimension < 65536 ? 2 : 4));
    put(bytes, static_cast<uint8_t>(sizeof(T)));
    put(bytes, actions_);
    put(bytes, static_cast<uint32_t>(dimension));
    bytes.insert(bytes.end(), contents.begin(), contents.end());
    while ((bytes.size() - begin) % 4 != 0) { bytes.push_back(0); }
    put(bytes, etl::crc32(bytes.begin() + static_cast<std::ptrdiff_t>(begin), bytes.end()).value());
    blocks.push_back({begin, bytes.size(), kind});
  }

 private:
  uint32_t all() const { return actions_ == 0 ? 0 : UINT32_MAX >> (32 - actions_); }
  bool needs_from(const Features& from) const {
    return contents_.empty() || is_full() || !has_entered_ || std::memcmp(&from, &entered_, sizeof from) != 0;
  }
  bool is_full() const { return contents_.size() + 28 > largest_; }
  void begin_if_full() {
    if (is_full()) { end_block(); }
  }

  template <class Subject>
  void add(const Subject& subject, uint16_t kind, const Features* features, const T* reward,
           const ballast::Decision& made, uint32_t feasible) {
    if (kind != 4) { begin_if_full(); }
    put_record(subject.average_reward(), kind, features, reward, made, feasible);
    if (kind >= 1 && kind <= 4) { ++ticks; }
  }

  void put_record(T average_reward, uint16_t kind, const Features* features, const T* reward,
                  const ballast::Decision& made, uint32_t feasible) {
    if (contents_.empty()) {
      ticks_before_ = ticks;
      value_ = T{1};
      has_average_reward_ = false;
      put(contents_, average_reward);
    }
    if (kind != 5 && kind != 9 && !has_average_reward_) {
      has_average_reward_ = true;
      std::memcpy(contents_.data(), &average_reward, sizeof average_reward);
    }
    const bool has_feasible = feasible != all();
    const bool has_status = made.status != ballast::Status::ok;
    auto head = static_cast<uint16_t>(kind | (made.is_exploring ? 16 : 0) | (made.has_learned ? 32 : 0) |
                                      (has_feasible ? 64 : 0) | (has_status ? 128 : 0) | made.action << 11U);
    Bytes rest;
    if (has_status) { put(rest, static_cast<uint16_t>(made.status)); }
    if (has_feasible) { put(rest, feasible); }
    if (reward != nullptr) { put(rest, *reward); }
    if (features != nullptr) { put_features(rest, head, value_, *features); }
    put(contents_, head);
    contents_.insert(contents_.end(), rest.begin(), rest.end());
  }

  void end_block() {
    if (contents_.empty()) { return; }
    Bytes contents;
    contents.swap(contents_);
    put_block(4, ticks_before_, contents);
  }

  void put_snapshot(uint8_t kind, const Bytes& snapshot) {
    end_block();
    has_entered_ = false;
    const size_t room = largest_ - 36;
    for (size_t at = 0; at < snapshot.size(); at += room) {
      Bytes piece;
      put(piece, static_cast<uint32_t>(snapshot.size()));
      put(piece, static_cast<uint32_t>(at));
      const size_t end = at + room < snapshot.size() ? at + room : snapshot.size();
      piece.insert(piece.end(), snapshot.data() + at, snapshot.data() + end);
      put_block(kind, ticks, piece);
    }
  }

  uint8_t actions_;
  size_t largest_;
  Bytes contents_;
  uint32_t number_ = 0;
  uint32_t ticks_before_ = 0;
  T value_{1};
  bool has_average_reward_ = false;  // this block
  Features entered_{};
  bool has_entered_ = false;
};

}  // namespace recorded
