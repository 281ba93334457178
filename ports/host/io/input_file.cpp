#include "io/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "experiments/files/error.hpp"

namespace tool {

using ballast::experiments::InputError;

InputFile::InputFile(const std::string& path) : name_(path == "-" ? "standard input" : path) {
  if (path != "-") { file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }
  if (file_ < 0) { throw InputError(fmt::format("{}: cannot be read: {}", name_, std::strerror(errno))); }
}

InputFile::~InputFile() {
  if (file_ > 0) { ::close(file_); }
}

std::string_view InputFile::peek(std::size_t size) {
  while (peeked_.size() < size) {
    std::string more(size - peeked_.size(), '\0');
    more.resize(read_on(more.data(), more.size()));
    if (more.empty()) { break; }
    peeked_ += more;
  }
  return std::string_view(peeked_).substr(0, size);
}

std::size_t InputFile::read(char* bytes, std::size_t size) {
  if (peeked_.empty()) { return read_on(bytes, size); }
  const std::size_t taken = std::min(size, peeked_.size());
  std::memcpy(bytes, peeked_.data(), taken);
  peeked_.erase(0, taken);
  return taken;
}

std::size_t InputFile::read_on(char* bytes, std::size_t size) {
  ssize_t count = 0;
  do { count = ::read(file_, bytes, size); } while (count < 0 && errno == EINTR);
  if (count < 0) { throw InputError(fmt::format("{}: cannot be read: {}", name_, std::strerror(errno))); }
  return static_cast<std::size_t>(count);
}

}  // namespace tool
