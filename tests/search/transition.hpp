#pragma once
/// What learners are fed with, before it is made into features of some kind.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace search {

enum class Kind { one_hot, active, sparse, array };

/// What features of a case can be.
struct Shape {
  Kind kind;
  size_t length;    // features of a state
  size_t actions;   // 1: no blocks
  size_t capacity;  // how many of them at once

  size_t dimension() const { return length * actions; }
};

struct Entry {
  size_t index;  // within the state
  float value;   // of active features all are the same, of a one-hot feature it is 1
};

struct Features {
  std::vector<Entry> entries;  // each index once
  uint32_t action = 0;
};

struct Transition {
  Features phi;
  float reward = 0.0F;
  Features next;
};

}  // namespace search
