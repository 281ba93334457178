#pragma once
/// A snapshot in a file, as resume() reads it.

#include <stddef.h>
#include <stdint.h>

#include <fstream>

struct Source {
  std::ifstream file;
  bool read(uint32_t offset, uint8_t* to, size_t count) {
    file.seekg(offset);
    file.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(count));
    return file.good();
  }
};
