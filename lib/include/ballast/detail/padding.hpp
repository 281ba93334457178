#pragma once
/// Bytes of a learner that are zero, where a compiler would leave bytes without a value: learners can then be compared
/// and hashed as bytes.

#include <ballast/detail/compiler.hpp>

#include <stddef.h>

namespace ballast {
namespace detail {

/// How many bytes follow `size` bytes up to a multiple of `alignment`.
constexpr size_t padding_after(size_t size, size_t alignment) noexcept {
  return (alignment - size % alignment) % alignment;
}

/// A base class: without bytes it takes no space.
template <size_t bytes>
struct Padding {
  static constexpr size_t padding_bytes = bytes;
  unsigned char zeros[bytes]{};
};
template <>
struct Padding<0> {
  static constexpr size_t padding_bytes = 0;
};

/// What comes between a base class and a member.
template <class Member, class Base>
using PaddingBefore = Padding<padding_after(sizeof(Base), alignof(Member))>;

/// An array with zeros behind it.
template <class Array, size_t bytes>
struct Padded : Array, Padding<bytes> {
  using Array::operator=;
};

}  // namespace detail
}  // namespace ballast
