#pragma once
/// What a test looks for in a page that was written.

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace fs = std::filesystem;

inline std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) { ++count; }
  return count;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A folder that is gone at the end.
struct Folder {
  std::string path = (fs::current_path() / "page suite with spaces").string();
  Folder() {
    fs::remove_all(path);  // a test that fails leaves it
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string read(const std::string& name) const {
    std::ifstream file(path + "/" + name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
};
