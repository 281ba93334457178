#pragma once
/// Vectors and matrices as the exact solver takes and returns them: numbers with a shape. Eigen computes with them, in
/// the implementation (src/dense.hpp).

#include <ballast/oracle/number.hpp>

#include <utility>
#include <vector>

namespace ballast::oracle {

/// A column of numbers, 0 to begin with.
class Vector {
 public:
  Vector() = default;
  explicit Vector(Index size) : values_(static_cast<std::size_t>(size)) {}
  explicit Vector(std::vector<Scalar> values) : values_(std::move(values)) {}

  Index size() const { return static_cast<Index>(values_.size()); }
  Scalar operator()(Index i) const { return values_[static_cast<std::size_t>(i)]; }
  Scalar& operator()(Index i) { return values_[static_cast<std::size_t>(i)]; }

  const Scalar* data() const { return values_.data(); }
  Scalar* data() { return values_.data(); }

 private:
  std::vector<Scalar> values_;
};

/// Stored column by column, 0 to begin with.
class Matrix {
 public:
  Matrix() = default;
  Matrix(Index rows, Index cols) : rows_(rows), cols_(cols), values_(static_cast<std::size_t>(rows * cols)) {}

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  Scalar operator()(Index row, Index col) const { return values_[place(row, col)]; }
  Scalar& operator()(Index row, Index col) { return values_[place(row, col)]; }

  const Scalar* data() const { return values_.data(); }
  Scalar* data() { return values_.data(); }

 private:
  std::size_t place(Index row, Index col) const { return static_cast<std::size_t>(col * rows_ + row); }

  Index rows_ = 0;
  Index cols_ = 0;
  std::vector<Scalar> values_;
};

/// A matrix as a file has it: row by row, perhaps ragged.
using Rows = std::vector<std::vector<Scalar>>;

}  // namespace ballast::oracle
