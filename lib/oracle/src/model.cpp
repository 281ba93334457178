#include <ballast/oracle/graph.hpp>
#include <ballast/oracle/model.hpp>

#include <cmath>
#include <cstddef>
#include <utility>

#include "dense.hpp"
#include "message.hpp"

namespace ballast::oracle {

namespace {

constexpr Scalar row_sum_tolerance = 1e-9L;

Vector row_of(const Matrix& matrix, Index row) {
  Vector result(matrix.cols());
  for (Index j = 0; j < matrix.cols(); ++j) { result(j) = matrix(row, j); }
  return result;
}

Matrix transposed(const Matrix& matrix) {
  Matrix result(matrix.cols(), matrix.rows());
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) { result(j, i) = matrix(i, j); }
  }
  return result;
}

Matrix matrix_of(const char* name, const Rows& rows) {
  if (rows.empty()) { fail(name, " is empty"); }
  Matrix matrix(static_cast<Index>(rows.size()), static_cast<Index>(rows.front().size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() != rows.front().size()) {
      fail(name, ": row ", i, " has ", entries(rows[i].size()), ", row 0 has ", rows.front().size());
    }
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      matrix(static_cast<Index>(i), static_cast<Index>(j)) = rows[i][j];
    }
  }
  return matrix;
}

void check_shapes(const Matrix& P, const Vector& r, const Matrix& Phi) {
  if (P.rows() == 0 || P.cols() == 0) { fail("P is empty"); }
  if (P.rows() != P.cols()) {
    fail("P is not square: it has ", counted(P.rows(), "row", "rows"), " and ", counted(P.cols(), "column", "columns"));
  }
  if (r.size() != P.rows()) { fail("r has ", entries(r.size()), ", but P has ", number_of_states(P.rows())); }
  if (Phi.rows() != P.rows()) {
    fail("Phi has ", counted(Phi.rows(), "row", "rows"), ", but P has ", number_of_states(P.rows()));
  }
  if (Phi.cols() == 0) { fail("Phi has no columns"); }
}

void check_finite(const Vector& r, const Matrix& Phi) {
  for (Index i = 0; i < r.size(); ++i) {
    if (!std::isfinite(r(i))) { fail("r[", i, "] is not finite"); }
    for (Index j = 0; j < Phi.cols(); ++j) {
      if (!std::isfinite(Phi(i, j))) { fail("Phi[", i, "][", j, "] is not finite"); }
    }
  }
}

// Assumption 1: irreducible. From state 0 to every other, and back.
void check_irreducible(const Matrix& P) {
  const std::vector<Index> from = steps_from(P, 0);
  const std::vector<Index> back = steps_from(transposed(P), 0);
  for (std::size_t state = 0; state < from.size(); ++state) {
    if (from[state] < 0) { fail("P is reducible: state ", state, " cannot be reached from state 0"); }
    if (back[state] < 0) { fail("P is reducible: state 0 cannot be reached from state ", state); }
  }
}

// Assumption 1: aperiodic. All states of an irreducible chain have the same period.
void check_aperiodic(const Matrix& P) {
  const Index length = period(P);
  if (length != 1) { fail("P is periodic: state 0 is left and reached again only in multiples of ", length, " steps"); }
}

}  // namespace

void normalise_distribution(Vector& distribution, const std::string& name) {
  for (Index j = 0; j < distribution.size(); ++j) {
    const Scalar probability = distribution(j);
    if (!std::isfinite(probability)) { fail(name, "[", j, "] is not finite"); }
    if (probability < 0) { fail(name, "[", j, "] is ", probability, ": a probability cannot be negative"); }
  }
  const Scalar sum = dense(distribution).sum();
  if (!(std::abs(sum - 1) <= row_sum_tolerance)) { fail(name, " sums to ", sum, ", not to 1"); }
  dense(distribution) /= sum;
}

Model make_model(Matrix P, Vector r, Matrix Phi) {
  check_shapes(P, r, Phi);
  check_finite(r, Phi);
  for (Index i = 0; i < P.rows(); ++i) {
    Vector row = row_of(P, i);
    normalise_distribution(row, text("P[", i, "]"));
    for (Index j = 0; j < P.cols(); ++j) { P(i, j) = row(j); }
  }
  check_irreducible(P);
  check_aperiodic(P);
  return {std::move(P), std::move(r), std::move(Phi)};
}

Model make_model(const Rows& P, const std::vector<Scalar>& r, const Rows& Phi) {
  return make_model(matrix_of("P", P), Vector(r), matrix_of("Phi", Phi));
}

}  // namespace ballast::oracle
