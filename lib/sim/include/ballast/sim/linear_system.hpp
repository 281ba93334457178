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

namespace detail {

/// Row `one` and row `other` of a, from column `from` on.
template <class Matrix>
void swap_rows(Matrix& a, size_t one, size_t other, size_t from, size_t columns) noexcept {
  for (size_t j = from; j < columns; ++j) {
    const auto swapped = a[one][j];
    a[one][j] = a[other][j];
    a[other][j] = swapped;
  }
}

/// The row with the largest entry in this column, from row `from` on.
template <class Matrix>
size_t pivot_of(const Matrix& a, size_t column, size_t from, size_t rows) noexcept {
  size_t pivot = from;
  for (size_t i = from + 1; i < rows; ++i) {
    if (magnitude(a[i][column]) > magnitude(a[pivot][column])) { pivot = i; }
  }
  return pivot;
}

}  // namespace detail

/// Solves A x = b for a of n x n numbers a[i][j], wherever they are stored. A and b are overwritten, b with x. False if
/// A is singular as far as T can tell.
template <class T, class Matrix, class Vector>
bool solve(Matrix& a, Vector& b, size_t n) noexcept {
  for (size_t k = 0; k < n; ++k) {
    const size_t pivot = detail::pivot_of(a, k, k, n);
    if (a[pivot][k] == T{0}) { return false; }
    detail::swap_rows(a, k, pivot, k, n);
    const T swapped = b[k];
    b[k] = b[pivot];
    b[pivot] = swapped;
    for (size_t i = k + 1; i < n; ++i) {
      const T factor = a[i][k] / a[k][k];
      for (size_t j = k; j < n; ++j) { a[i][j] = a[i][j] - product(factor, a[k][j]); }
      b[i] = b[i] - product(factor, b[k]);
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = k + 1; j < n; ++j) { b[k] = b[k] - product(a[k][j], b[j]); }
    b[k] = b[k] / a[k][k];
  }
  return true;
}

/// The same for arrays.
template <class T, size_t N>
bool solve(T (&a)[N][N], T (&b)[N]) noexcept {
  return solve<T>(a, b, N);
}

/// The number of linearly independent columns of A, rows x columns numbers a[i][j] that are overwritten: a column
/// counts if what remains of it after elimination is above `tolerance`.
template <class T, class Matrix>
size_t rank(Matrix& a, size_t rows, size_t columns, T tolerance) noexcept {
  size_t rank = 0;
  for (size_t column = 0; column < columns && rank < rows; ++column) {
    const size_t pivot = detail::pivot_of(a, column, rank, rows);
    if (magnitude(a[pivot][column]) <= tolerance) { continue; }
    detail::swap_rows(a, rank, pivot, column, columns);
    for (size_t i = rank + 1; i < rows; ++i) {
      const T factor = a[i][column] / a[rank][column];
      for (size_t j = column; j < columns; ++j) { a[i][j] = a[i][j] - product(factor, a[rank][j]); }
    }
    ++rank;
  }
  return rank;
}

/// The same for an array.
template <class T, size_t Rows, size_t Columns>
size_t rank(T (&a)[Rows][Columns], T tolerance) noexcept {
  return rank(a, Rows, Columns, tolerance);
}

}  // namespace sim
}  // namespace ballast
