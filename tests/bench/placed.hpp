#pragma once
/// Where an object lies makes some percent of its speed: whether vectors cross cache lines, and whether what is stored
/// has the same place in its page as what is loaded next. So every piece of a measurement has another place, and each
/// contender is judged by a good one.

#include <cstddef>
#include <cstdlib>
#include <new>
#include <random>

namespace bench {

constexpr std::size_t line = 64;    // bytes of a cache line
constexpr std::size_t page = 4096;  // bytes

/// An object at the beginning of a cache line, or `offset` bytes after it, somewhere in a page.
template <class Object>
class Placed {
 public:
  explicit Placed(std::size_t offset = 0)
      : memory_(std::aligned_alloc(page, (sizeof(Object) + offset + 3 * page - 1) / page * page)) {
    static std::minstd_rand random;
    static_assert(alignof(Object) <= line);
    if (memory_ == nullptr) { throw std::bad_alloc(); }
    object_ = new (static_cast<char*>(memory_) + random() % (page / line) * line + offset) Object();
  }
  ~Placed() {
    object_->~Object();
    std::free(memory_);
  }
  Placed(const Placed&) = delete;
  Placed& operator=(const Placed&) = delete;

  Object& operator*() const { return *object_; }
  Object* operator->() const { return object_; }

 private:
  void* memory_;
  Object* object_;
};

}  // namespace bench
