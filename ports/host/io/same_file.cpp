#include "io/same_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "experiments/files/error.hpp"

namespace tool {

using ballast::experiments::InputError;

namespace {

namespace fs = std::filesystem;

/// A file with what decides whether another one is the same: its number on its device, or its path if it is not there
/// yet.
struct Identity {
  std::string description;
  std::optional<struct stat> status;
  fs::path place;
};

Identity identity_of_stream(int stream) {
  Identity identity{stream == STDIN_FILENO ? "standard input" : "standard output", {}, {}};
  struct stat status {};
  if (::fstat(stream, &status) == 0) { identity.status = status; }
  return identity;
}

Identity identity_of(const NamedFile& file, int stream) {
  if (file.path.empty()) { return identity_of_stream(stream); }
  const std::string description = fmt::format("{} {}", file.option, file.path);
  if (file.path == "-") {
    Identity identity = identity_of_stream(stream);
    if (stream == STDOUT_FILENO) { identity.description = description; }
    return identity;
  }
  struct stat status {};
  if (::stat(file.path.c_str(), &status) == 0) { return {description, status, {}}; }
  std::error_code error;
  return {description, {}, fs::weakly_canonical(fs::absolute(file.path), error)};
}

/// A terminal or /dev/null may be named several times: nothing is lost.
bool is_same(const Identity& a, const Identity& b) {
  if (a.status && b.status) {
    const bool can_be_lost = S_ISREG(a.status->st_mode) || S_ISFIFO(a.status->st_mode);
    return can_be_lost && a.status->st_dev == b.status->st_dev && a.status->st_ino == b.status->st_ino;
  }
  return !a.status && !b.status && !a.place.empty() && a.place == b.place;
}

bool is_standard_output(const NamedFile& file) {
  return file.path.empty() || file.path == "-";
}

[[noreturn]] void refuse(const Identity& a, const Identity& b) {
  throw InputError(fmt::format("{} and {} are the same file", a.description, b.description));
}

}  // namespace

void refuse_same_file(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Identity output = identity_of(outputs[i], STDOUT_FILENO);
    for (const NamedFile& input : inputs) {
      const Identity other = identity_of(input, STDIN_FILENO);
      if (!input.path.empty() && is_same(output, other)) { refuse(output, other); }
    }
    for (std::size_t j = 0; j < i; ++j) {
      const Identity other = identity_of(outputs[j], STDOUT_FILENO);
      const bool are_both_standard = is_standard_output(outputs[i]) && is_standard_output(outputs[j]);
      if (are_both_standard || is_same(output, other)) { refuse(output, other); }
    }
  }
}

}  // namespace tool
