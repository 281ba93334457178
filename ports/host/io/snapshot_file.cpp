#include "io/snapshot_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "experiments/files/error.hpp"
#include "io/snapshot_bytes.hpp"

namespace tool {

using ballast::experiments::InputError;
using ballast::experiments::OutputFile;

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File open_file(const std::string& path) {
  if (path == "-") {
    return {stdin, [](std::FILE* /*stays open*/) { return 0; }};
  }
  File file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) { throw InputError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno))); }
  return file;
}

/// Until there are `count` of them, or the file ends. In parts: `count` may come from the file, and be wrong.
void read_until(std::vector<uint8_t>& bytes, std::size_t count, std::FILE* file, const std::string& name) {
  constexpr std::size_t part = std::size_t{1} << 16U;
  while (bytes.size() < count) {
    const std::size_t before = bytes.size();
    bytes.resize(std::min(count, before + part));
    bytes.resize(before + std::fread(bytes.data() + before, 1, bytes.size() - before, file));
    if (std::ferror(file) != 0) { throw InputError(fmt::format("{}: cannot be read: {}", name, std::strerror(errno))); }
    if (bytes.size() == before) { return; }
  }
}

}  // namespace

Snapshot read_snapshot(const std::string& path, Scalars scalars) {
  const std::string name = path == "-" ? "standard input" : path;
  const File file = open_file(path);
  std::vector<uint8_t> bytes;
  read_until(bytes, preamble_bytes, file.get(), name);
  read_until(bytes, length_of_snapshot(bytes, name), file.get(), name);
  return from_bytes(bytes, name, scalars);
}

void write_snapshot(const Snapshot& snapshot, const std::string& name, OutputFile& file) {
  const std::vector<uint8_t> bytes = to_bytes(snapshot);
  (void)from_bytes(bytes, name, Scalars::all);
  std::copy(bytes.begin(), bytes.end(), file.reserve(bytes.size()));
  file.commit(file.reserve(0) + bytes.size());
}

}  // namespace tool
