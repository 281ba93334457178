#pragma once
/// Small dense linear algebra in place, without heap: what building an environment needs. Elimination with row pivots.

#include <ballast/math/product.hpp>

#include <stddef.h>

namespace ballast {
namespace sim {

/// |x|.
template <class T>
constexpr T magnitude(T x) noexcept {
  return x < T{0} ? -x : x;
}

/// Solves A x = b. A and b are overwritten, b with x. False if A is singular as far as T can tell.
template <class T, size_t N>
bool solve(T (&a)[N][N], T (&b)[N]) noexcept {
  for (size_t k = 0; k < N; ++k) {
    size_t pivot = k;
    for (size_t i = k + 1; i < N; ++i) {
      if (magnitude(a[i][k]) > magnitude(a[pivot][k])) { pivot = i; }
    }
    if (a[pivot][k] == T{0}) { return false; }
    for (size_t j = k; j < N; ++j) {
      const T swapped = a[k][j];
      a[k][j] = a[pivot][j];
      a[pivot][j] = swapped;
    }
    const T swapped = b[k];
    b[k] = b[pivot];
    b[pivot] = swapped;
    for (size_t i = k + 1; i < N; ++i) {
      const T factor = a[i][k] / a[k][k];
      for (size_t j = k; j < N; ++j) { a[i][j] = a[i][j] - product(factor, a[k][j]); }
      b[i] = b[i] - product(factor, b[k]);
    }
  }
  for (size_t k = N; k-- > 0;) {
    for (size_t j = k + 1; j < N; ++j) { b[k] = b[k] - product(a[k][j], b[j]); }
    b[k] = b[k] / a[k][k];
  }
  return true;
}

/// The number of linearly independent columns of A, which is overwritten: a column counts if what remains of it after
/// elimination is above `tolerance`.
template <class T, size_t Rows, size_t Columns>
size_t rank(T (&a)[Rows][Columns], T tolerance) noexcept {
  size_t rank = 0;
  for (size_t column = 0; column < Columns && rank < Rows; ++column) {
    size_t pivot = rank;
    for (size_t i = rank + 1; i < Rows; ++i) {
      if (magnitude(a[i][column]) > magnitude(a[pivot][column])) { pivot = i; }
    }
    if (magnitude(a[pivot][column]) <= tolerance) { continue; }
    for (size_t j = column; j < Columns; ++j) {
      const T swapped = a[rank][j];
      a[rank][j] = a[pivot][j];
      a[pivot][j] = swapped;
    }
    for (size_t i = rank + 1; i < Rows; ++i) {
      const T factor = a[i][column] / a[rank][column];
      for (size_t j = column; j < Columns; ++j) { a[i][j] = a[i][j] - product(factor, a[rank][j]); }
    }
    ++rank;
  }
  return rank;
}

}  // namespace sim
}  // namespace ballast
