#include "io/json_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "experiments/files/error.hpp"

namespace tool {

using ballast::experiments::InputError;

namespace {

std::string read_all(std::FILE* file, const std::string& name) {
  std::string text;
  std::vector<char> buffer(1U << 16U);
  while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), file)) {
    text.append(buffer.data(), size);
  }
  if (std::ferror(file) != 0) { throw InputError(fmt::format("{}: cannot be read: {}", name, std::strerror(errno))); }
  return text;
}

}  // namespace

std::string name_of_input(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

std::string read_text(const std::string& path) {
  if (path == "-") { return read_all(stdin, name_of_input(path)); }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) { throw InputError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno))); }
  return read_all(file.get(), path);
}

template <class Json>
Json read_json(const std::string& path) {
  return ballast::experiments::parse_json<Json>(read_text(path), name_of_input(path));
}

template LongJson read_json(const std::string&);
template nlohmann::json read_json(const std::string&);

}  // namespace tool
