#pragma once
/// Documents that are written by hand but for what is between two marks.

#include <cstddef>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

inline void write_between_marks(const std::string& path, const std::string& mark, const std::string& text) {
  std::ifstream file(path);
  std::string document{std::istreambuf_iterator<char>(file), {}};
  const std::size_t begin = document.find(mark);
  const std::size_t end = document.find(mark, begin + 1);
  if (end == std::string::npos) { throw std::runtime_error(path + " has no two lines " + mark); }
  document.replace(begin + mark.size(), end - begin - mark.size(), text);
  std::ofstream(path) << document;
}
