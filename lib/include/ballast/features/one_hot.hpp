#pragma once
/// One feature is 1, all others are 0: a table. The feature is given by its index.

#include <ballast/features/run.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

template <class T, size_t Dimension>
class OneHot {
 public:
  using Feature = T;
  static constexpr size_t dimension = Dimension;
  static constexpr size_t capacity = 1;

  constexpr explicit OneHot(size_t index = 0) noexcept : index_(index) {}

  constexpr size_t index() const noexcept { return index_; }

  constexpr bool is_within_dimension() const noexcept { return index_ < Dimension; }
  constexpr size_t runs() const noexcept { return 1; }
  constexpr Run<T> run(size_t /*k*/) const noexcept { return {index_, &one, 1}; }

 private:
  static constexpr T one{1};

  size_t index_;  // not checked here: a learner refuses one that is out of range
};

}  // namespace ballast
