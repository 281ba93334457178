#pragma once
/// A feature vector of any length: all its numbers, or those that are stored out of many.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tool {

template <class T>
struct Features {
  std::size_t dimension = 0;
  bool is_sparse = false;
  std::vector<uint32_t> indices;  ///< of sparse ones, ascending
  std::vector<T> values;          ///< one for each index, or all of them
};

}  // namespace tool
