#pragma once
/// log2(1 + x) = x (c_0 - x (c_1 - x (c_2 - ...))) for x in [0, 1]: what powers and logarithms share.

#include <ballast/detail/compiler.hpp>

#include <stdint.h>

namespace ballast {
namespace detail {

/// The coefficients, in Q1.(w-1), lowest power first: the interpolating polynomials of log2(1 + x) / x at Chebyshev
/// nodes on [0, 1], rounded to nearest. The truncation error is 2^-30 in float and 2^-64 in double.
template <class T>
struct Log2Terms;

template <>
struct Log2Terms<float> {
  static constexpr uint32_t value[] = {0xB8AA3B27U, 0x5C551B19U, 0x3D8DAE92U, 0x2E242C91U, 0x24B8DE5FU, 0x1DB54CD2U,
                                       0x16DB9A35U, 0x0F1ED559U, 0x07928DE3U, 0x026F71C2U, 0x005DEB68U};
};

template <>
struct Log2Terms<double> {
  static constexpr uint64_t value[] = {
      0xB8AA3B295C17F0BBU, 0x5C551D94AE0BF594U, 0x3D8E13B87405E230U, 0x2E2A8ECA5664E2B8U, 0x24EED8A1C5733188U,
      0x1EC709D9AF12F56BU, 0x1A6175FF34C5DF4DU, 0x171545572A7847CFU, 0x14849EA6F75AF5B4U, 0x1276EB5230E7962BU,
      0x10C6E9A5F3377A91U, 0x0F5792D94F8A8FD3U, 0x0E0A57E29A5A130BU, 0x0CB6DAF031A5AE22U, 0x0B2B9363F09EDFF0U,
      0x09413486A45B8916U, 0x06FC8E132F96BA89U, 0x04A18B73F54750CAU, 0x029814F40DD7CDB2U, 0x012DA226AE57D1C3U,
      0x0069B2699AB34A0DU, 0x001AA284F9256B56U, 0x000446999E2DA915U, 0x000053CEE4FDC1C0U};
};

}  // namespace detail
}  // namespace ballast
