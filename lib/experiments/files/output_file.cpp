#include "experiments/files/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "experiments/files/error.hpp"

namespace ballast::experiments {
namespace {

namespace fs = std::filesystem;

/// A unique name in the same folder.
std::string name_beside(const std::string& path) {
  static std::atomic<unsigned> count{0};
  return (fs::path(path).parent_path() / fmt::format(".ballast{}.{}", ::getpid(), ++count)).string();
}

/// A file in the folder of `path` that has no name, so that nothing remains if the program is killed. -1 where the file
/// system has no such files.
int open_without_name(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  if (::access("/proc/self/fd", X_OK) != 0) { return -1; }
  return ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

/// Gives a file without a name one.
bool link_as(int file, const std::string& name) {
  const std::string source = fmt::format("/proc/self/fd/{}", file);
  return ::linkat(AT_FDCWD, source.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path), file_(stdout) {
  if (path.empty() || path == "-") { return; }
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {  // a device or a pipe: nothing to put in its place
    file_ = std::fopen(path.c_str(), "wb");
  } else {
    place_ = fs::exists(status) ? fs::canonical(path).string() : path;  // a link stays one
    beside_ = name_beside(place_);
    const int nameless = open_without_name(place_);
    is_nameless_ = nameless >= 0;
    file_ = is_nameless_ ? ::fdopen(nameless, "wb") : std::fopen(beside_.c_str(), "wb");
  }
  if (file_ == nullptr) { throw InputError(fmt::format("{}: cannot be written: {}", path, std::strerror(errno))); }
}

OutputFile::~OutputFile() {
  if (file_ != nullptr && file_ != stdout) { std::fclose(file_); }
  if (!beside_.empty()) { std::remove(beside_.c_str()); }  // it no longer exists if it was finished
}

void OutputFile::flush() {
  if (std::fwrite(buffer_.data(), 1, buffer_.size(), file_) != buffer_.size()) { fail(); }
  buffer_.clear();
}

void OutputFile::fail() const {
  throw InputError(
      fmt::format("{}: writing failed: {}", file_ == stdout ? "standard output" : path_, std::strerror(errno)));
}

void OutputFile::finish() {
  flush();
  if (std::fflush(file_) != 0) { fail(); }
  if (place_.empty()) { return; }
  if (is_nameless_ && !link_as(::fileno(file_), beside_)) { fail(); }
  if (std::rename(beside_.c_str(), place_.c_str()) != 0) { fail(); }
}

}  // namespace ballast::experiments
