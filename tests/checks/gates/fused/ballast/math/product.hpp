#pragma once
// The gate's wrong header: a product that the compiler may fuse with an addition. It stands in front of the right one
// on the include path of the gate's program.

namespace ballast {

template <class T>
inline T product(T a, T b) noexcept {
  return a * b;
}

}  // namespace ballast
