#include "output_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "error.hpp"

namespace tool {

OutputFile::OutputFile(const std::string& path) : path_(path), file_(stdout) {
  if (path.empty() || path == "-") { return; }
  path_beside_ = fmt::format("{}.part{}", path, ::getpid());
  file_ = std::fopen(path_beside_.c_str(), "wb");
  if (file_ == nullptr) { throw InputError(fmt::format("{}: cannot be written: {}", path, std::strerror(errno))); }
}

OutputFile::~OutputFile() {
  if (path_beside_.empty()) { return; }
  if (file_ != nullptr) { std::fclose(file_); }
  std::remove(path_beside_.c_str());  // nothing is there any more if it was finished
}

void OutputFile::flush() {
  if (std::fwrite(buffer_.data(), 1, buffer_.size(), file_) != buffer_.size()) { fail(); }
  buffer_.clear();
}

void OutputFile::fail() const {
  throw InputError(
      fmt::format("{}: writing failed: {}", path_beside_.empty() ? "standard output" : path_, std::strerror(errno)));
}

void OutputFile::finish() {
  flush();
  if (path_beside_.empty()) {
    if (std::fflush(file_) != 0) { fail(); }
    return;
  }
  const bool is_closed = std::fclose(file_) == 0;
  file_ = nullptr;
  if (!is_closed || std::rename(path_beside_.c_str(), path_.c_str()) != 0) { fail(); }
}

}  // namespace tool
