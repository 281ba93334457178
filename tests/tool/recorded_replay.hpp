#pragma once
/// Replays logs that a test has made, with the classes of the tool. Writes to the current folder.

#include <ballast/snapshot.hpp>

#include <sys/wait.h>
#include <commands/replay_binary.hpp>
#include <io/binary_log.hpp>
#include <io/snapshot_bytes.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "recorded_log.hpp"
#include "recorded_runs.hpp"
#include "suite.hpp"

namespace recorded {

constexpr const char* path = "recorded.log";
inline std::string program;  // the tool

/// A new file: some file systems wait for the disk when an old one is emptied and written again.
inline void write_file(const std::string& name, const Bytes& bytes) {
  std::remove(name.c_str());
  std::ofstream file(name, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  TEST_ASSERT_TRUE(file.good());
}

inline std::string contents(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
inline bool exists(const std::string& name) {
  return std::ifstream(name).good();
}
inline void assert_has(const std::string& text, const std::string& part) {
  TEST_ASSERT_TRUE_MESSAGE(has(text, part), ("'" + part + "' is not in: " + text).c_str());
}

/// The tool, with what it writes in out.txt and errors.txt.
inline int run_tool(const std::string& arguments) {
  const int status = std::system(("'" + program + "' " + arguments + " > out.txt 2> errors.txt").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

struct Result {
  bool is_same = false;
  std::string error;  // an InputError
  std::string difference;
  tool::ReplayCounts counts;
  std::vector<uint8_t> end;  // the snapshot
  uint64_t torn_bytes = 0;
};

template <class T>
Result replay(const Bytes& bytes, tool::OnDamage on_damage = tool::OnDamage::stop) {
  write_file(path, bytes);
  Result result;
  try {
    tool::BinaryLog<T> log(std::make_unique<tool::InputFile>(path), on_damage);
    tool::BinaryReplay<T> replay(log);
    result.is_same = replay.run();
    result.difference = replay.difference();
    result.counts = replay.counts();
    result.torn_bytes = log.blocks().torn_bytes();
    if (replay.player() != nullptr) { result.end = tool::to_bytes(replay.player()->snapshot_but_features()); }
  } catch (const tool::InputError& error) { result.error = error.what(); }
  return result;
}

template <class Subject>
Bytes saved(const Subject& subject, uint32_t features = fingerprint) {
  Sink sink;
  TEST_ASSERT_TRUE(save(subject, features, sink) == Status::ok);
  return sink.bytes;
}

template <class T>
void check_same(const Bytes& log, uint64_t ticks, const Bytes& end) {
  const Result result = replay<T>(log);
  TEST_ASSERT_EQUAL_STRING("", result.error.c_str());
  TEST_ASSERT_EQUAL_STRING("", result.difference.c_str());
  TEST_ASSERT_TRUE(result.is_same);
  TEST_ASSERT_EQUAL_UINT64(ticks, result.counts.ticks);
  TEST_ASSERT_TRUE(result.end == end);
}

}  // namespace recorded
