#include <ballast/oracle/exact_path.hpp>

#include <Eigen/Core>

#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "dense.hpp"
#include "dominant.hpp"
#include "message.hpp"
#include "recent_states.hpp"

namespace ballast::oracle {

namespace {

using Columns = Eigen::MatrixXd;
using Column = Eigen::VectorXd;

std::size_t place(Index i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

// With y = (1, omega - omega*, theta - theta* in O), a step from x over transition e is
//   y += e_omega a {excess(x), -1, 0} . y + u(x) (q(e) - p(x)) . y
// where (q - p) . y is the TD error, split into what S_{t+1} and S_t contribute, and u contains what it is multiplied
// by. The first term is that of rules whose average reward follows the reward.
struct ExtendedChain::Parts {
  Rule rule;
  Index terms;
  Scalar trace_error;
  Scalar omega;
  Vector theta_star;
  Matrix basis_of_O;

  Columns p;      // a column for each state x
  Columns z;      // the trace in O
  Column norm2;   // ||z||^2, all of it
  Column excess;  // r - omega*
  Index given;    // how many states the model has: the first ones, paths of one state

  // Transitions, ordered by the state that they leave: those of x are first[x] .. first[x + 1] - 1. `entering` is where
  // each is in the order of the states that they enter.
  std::vector<Index> first, first_entering, entering, leaving;
  std::vector<Index> to;
  Column probability;
  Columns q;
  Columns P;  // as a matrix; empty if most entries would be 0

  Index states() const { return p.cols(); }
  Index size() const { return p.rows(); }
  Index transitions() const { return q.cols(); }
  bool follows_reward() const { return rule == Rule::standard || rule == Rule::implicit; }
};

namespace {

using Parts = ExtendedChain::Parts;

// --- the chain -------------------------------------------------------------------------------------------------------

Scalar rest_of_trace(Scalar lambda, Index terms, Scalar norm) {
  return lambda == 0 ? 0 : std::pow(lambda, static_cast<Scalar>(terms)) / (1 - lambda) * norm;
}

Index terms_of_trace(Scalar lambda, Scalar norm, Scalar trace_error) {
  Index terms = 1;
  while (rest_of_trace(lambda, terms, norm) > trace_error) { ++terms; }
  return terms;
}

DenseVector trace_of(const std::vector<Index>& path, const Matrix& Phi, Scalar lambda) {
  DenseVector z = DenseVector::Zero(Phi.cols());
  for (const Index state : path) { z = lambda * z + dense(Phi).row(state).transpose(); }
  return z;
}

void describe_states(Parts& parts, const Solution& solution, const RecentStates& recent) {
  const auto O = dense(solution.features.basis_of_O);
  const auto count = static_cast<Index>(recent.paths.size());
  parts.p.resize(O.cols() + 2, count);
  parts.z.resize(O.cols(), count);
  parts.norm2.resize(count);
  parts.excess.resize(count);
  for (Index x = 0; x < count; ++x) {
    const std::vector<Index>& path = recent.paths[place(x)];
    const DenseVector z = trace_of(path, solution.model.Phi, solution.mean.lambda);
    const DenseVector phi = dense(solution.model.Phi).row(path.back()).transpose();
    const Scalar excess = solution.model.r(path.back()) - solution.chain.omega;
    parts.excess(x) = static_cast<double>(excess);
    parts.norm2(x) = static_cast<double>(z.squaredNorm());
    parts.z.col(x) = (O.transpose() * z).cast<double>();
    parts.p.col(x) << static_cast<double>(phi.dot(dense(solution.theta_star)) - excess), 1.0,
        (O.transpose() * phi).cast<double>();
  }
}

void order_by_target(Parts& parts) {
  const auto count = static_cast<std::size_t>(parts.states());
  parts.first_entering.assign(count + 1, 0);
  for (const Index to : parts.to) { ++parts.first_entering[place(to) + 1]; }
  for (std::size_t y = 0; y < count; ++y) { parts.first_entering[y + 1] += parts.first_entering[y]; }
  std::vector<Index> free = parts.first_entering;
  for (const Index to : parts.to) { parts.entering.push_back(free[place(to)]++); }
}

void describe_transitions(Parts& parts, const RecentStates& recent) {
  parts.probability.resize(recent.count);
  parts.q.setZero(parts.size(), recent.count);
  for (std::size_t x = 0; x < recent.transitions.size(); ++x) {
    parts.first.push_back(static_cast<Index>(parts.to.size()));
    for (const auto& [to, probability] : recent.transitions[x]) {
      const auto e = static_cast<Index>(parts.to.size());
      parts.probability(e) = static_cast<double>(probability);
      // The value of S_{t+1}: p has it, with the excess of the reward there taken off.
      parts.q.col(e) = parts.p.col(to);
      parts.q(0, e) += parts.excess(to);
      parts.q(1, e) = 0;
      parts.to.push_back(to);
      parts.leaving.push_back(static_cast<Index>(x));
    }
  }
  parts.first.push_back(recent.count);
  order_by_target(parts);
}

void store_as_matrix_if_dense(Parts& parts) {
  const Index states = parts.states();
  if (4 * parts.transitions() < states * states) { return; }
  parts.P.setZero(states, states);
  for (Index e = 0; e < parts.transitions(); ++e) {
    parts.P(parts.leaving[place(e)], parts.to[place(e)]) = parts.probability(e);
  }
}

// --- a step ----------------------------------------------------------------------------------------------------------

struct Gains {
  Column a;   // of the reward's excess over omega
  Columns u;  // of the TD error
};

std::pair<double, double> step_sizes(Rule rule, double alpha, double beta, double norm2) {
  switch (rule) {
    case Rule::implicit: return {alpha / (1 + alpha), beta / (1 + beta * norm2)};
    case Rule::implicit_differential: {
      const double shrunk = 1 + alpha + beta * norm2;
      return {alpha / shrunk, beta / shrunk};
    }
    case Rule::standard:
    case Rule::differential: break;
  }
  return {alpha, beta};
}

Gains gains(const Parts& parts, const StepSizes& sizes) {
  Gains result{Column::Zero(parts.states()), Columns::Zero(parts.size(), parts.states())};
  for (Index x = 0; x < parts.states(); ++x) {
    const auto [a, k] =
        step_sizes(parts.rule, static_cast<double>(sizes.alpha), static_cast<double>(sizes.beta), parts.norm2(x));
    (parts.follows_reward() ? result.a(x) : result.u(1, x)) = a;
    result.u.col(x).tail(parts.z.rows()) = k * parts.z.col(x);
  }
  return result;
}

// y + e_omega a {excess, -1, 0} . y - u p . y for each column y: all that does not depend on S_{t+1}.
template <class Y>
void move_without_next(const Parts& parts, const Gains& gain, Index x, Y&& y) {
  const Eigen::RowVectorXd error = parts.p.col(x).transpose() * y;
  y.row(1) += gain.a(x) * (parts.excess(x) * y.row(0) - y.row(1)).eval();
  y.noalias() -= gain.u.col(x) * error;
}

Columns moved_means(const Parts& parts, const Gains& gain, const Columns& means) {
  Columns result = Columns::Zero(means.rows(), means.cols());
  Columns base = means;
  for (Index x = 0; x < parts.states(); ++x) {
    move_without_next(parts, gain, x, base.col(x));
    for (Index e = parts.first[place(x)]; e < parts.first[place(x) + 1]; ++e) {
      const double weight = parts.probability(e), error = weight * parts.q.col(e).dot(means.col(x));
      result.col(parts.to[place(e)]) += weight * base.col(x) + error * gain.u.col(x);
    }
  }
  return result;
}

/// A matrix E[y y^T; x] for each state x, as a column.
auto matrix_at(const Parts& parts, const Columns& moments, Index x) {
  return Eigen::Map<const Columns>(moments.col(x).data(), parts.size(), parts.size());
}
auto matrix_at(const Parts& parts, Columns& moments, Index x) {
  return Eigen::Map<Columns>(moments.col(x).data(), parts.size(), parts.size());
}

// sum over x of P(x, y) matrices(x)
Columns mixed(const Parts& parts, const Columns& matrices) {
  if (parts.P.size() > 0) { return matrices * parts.P; }
  Columns result = Columns::Zero(matrices.rows(), matrices.cols());
  for (Index e = 0; e < parts.transitions(); ++e) {
    result.col(parts.to[place(e)]) += parts.probability(e) * matrices.col(parts.leaving[place(e)]);
  }
  return result;
}

// y becomes B y + u (q . y), with B = move_without_next. So M becomes B M B^T + c u^T + u c^T, mixed by P, where
// c = B M q + (q . M q) u / 2.
Columns moved_moments(const Parts& parts, const Gains& gain, const Columns& moments) {
  Columns without_next = moments;
  Columns c(parts.size(), parts.transitions()), u(parts.size(), parts.transitions());
  for (Index x = 0; x < parts.states(); ++x) {
    const Index begin = parts.first[place(x)], count = parts.first[place(x) + 1] - begin;
    const auto q = parts.q.middleCols(begin, count);
    Columns Mq = matrix_at(parts, moments, x) * q;
    const Eigen::RowVectorXd half = q.cwiseProduct(Mq).colwise().sum() / 2;
    move_without_next(parts, gain, x, Mq);
    Mq.noalias() += gain.u.col(x) * half;
    for (Index i = 0; i < count; ++i) {
      const Index slot = parts.entering[place(begin + i)];
      c.col(slot) = parts.probability(begin + i) * Mq.col(i);
      u.col(slot) = gain.u.col(x);
    }
    auto M = matrix_at(parts, without_next, x);
    move_without_next(parts, gain, x, M);
    move_without_next(parts, gain, x, M.transpose());
  }
  Columns result = mixed(parts, without_next);
  for (Index y = 0; y < parts.states(); ++y) {
    const Index begin = parts.first_entering[place(y)], count = parts.first_entering[place(y) + 1] - begin;
    auto M = matrix_at(parts, result, y);
    const Columns half = M / 2 + c.middleCols(begin, count) * u.middleCols(begin, count).transpose();
    M = half + half.transpose();  // symmetric to the last bit: what rounding adds to one side would grow by itself
  }
  return result;
}

// --- the start -------------------------------------------------------------------------------------------------------

Vector start_distribution(const Parts& parts, const PathStart& start) {
  Vector distribution = start.distribution;
  if (distribution.size() == 0) {
    distribution = vector_of(DenseVector::Constant(parts.given, Scalar{1} / static_cast<Scalar>(parts.given)));
  }
  if (distribution.size() != parts.given) {
    fail("the distribution of S_0 has ", entries(distribution.size()), ", but the model has ",
         number_of_states(parts.given));
  }
  normalise_distribution(distribution, "the distribution of S_0");
  return distribution;
}

Column start_of(const Parts& parts, const PathStart& start) {
  DenseVector error = -dense(parts.theta_star);
  if (start.theta_0.size() != 0 && start.theta_0.size() != error.size()) {
    fail("theta_0 has ", entries(start.theta_0.size()), ", but Phi has ", counted(error.size(), "column", "columns"));
  }
  if (start.theta_0.size() != 0) { error += dense(start.theta_0); }
  if (!std::isfinite(start.omega_0) || !error.allFinite()) { fail("omega_0 or theta_0 is not finite"); }
  if (!(std::isfinite(start.theta_0_variance) && start.theta_0_variance >= 0)) {
    fail("theta_0_variance is ", start.theta_0_variance, ", it must be finite and at least 0");
  }
  Column y(parts.size());
  y << 1.0, static_cast<double>(start.omega_0 - parts.omega),
      (dense(parts.basis_of_O).transpose() * error).cast<double>();
  return y;
}

// --- what is read from moments ---------------------------------------------------------------------------------------

Eigen::Map<const Columns> seen(const std::vector<double>& values, Index rows) {
  return {values.data(), rows, static_cast<Index>(values.size()) / rows};
}

std::vector<double> stored(const Columns& columns) {
  return {columns.data(), columns.data() + columns.size()};
}

Vector estimates(const Parts& parts, const Column& mean) {
  const DenseVector error = dense(parts.basis_of_O) * mean.tail(parts.z.rows()).cast<Scalar>();
  DenseVector Theta(error.size() + 1);
  Theta << parts.omega + Scalar{mean(1)}, dense(parts.theta_star) + error;
  return vector_of(Theta);
}

Columns sum_of_moments(const Parts& parts, const Columns& moments) {
  const Column sum = moments.rowwise().sum();
  return Eigen::Map<const Columns>(sum.data(), parts.size(), parts.size());
}

double squared_error(const Columns& sum) {
  return sum.diagonal().tail(sum.rows() - 1).sum();
}

// --- recursions at constant step-sizes -------------------------------------------------------------------------------

/// The map of moments with `rows` numbers for each state, as one of vectors.
template <class Move>
Dominant dominant_of(const Parts& parts, const StepSizes& sizes, const Columns& start, Move move) {
  const Gains gain = gains(parts, sizes);
  const auto map = [&](const Column& moments) -> Column {
    const Columns result = move(parts, gain, Eigen::Map<const Columns>(moments.data(), start.rows(), start.cols()));
    return Eigen::Map<const Column>(result.data(), result.size());
  };
  return dominant_eigenvalue(map, Eigen::Map<const Column>(start.data(), start.size()));
}

// y y^T for all y = (first, unit vectors), summed.
Columns equal_moments(const Parts& parts, double first) {
  Columns M = Columns::Identity(parts.size(), parts.size());
  M(0, 0) = first;
  return Eigen::Map<const Column>(M.data(), M.size()).replicate(1, parts.states());
}

}  // namespace

ExtendedChain::ExtendedChain(const Solution& solution, Rule rule, Scalar trace_error) {
  check_positive("trace_error", trace_error);
  const auto& [model, chain, features, mean, theta_star, lemma] = solution;
  const Index terms = terms_of_trace(mean.lambda, features.largest_norm, trace_error);
  const RecentStates recent = recent_states(model.P, terms, most_transitions);
  auto parts = std::make_shared<Parts>();
  parts->rule = rule;
  parts->terms = terms;
  parts->trace_error = rest_of_trace(mean.lambda, terms, features.largest_norm);
  parts->omega = chain.omega;
  parts->theta_star = theta_star;
  parts->basis_of_O = features.basis_of_O;
  parts->given = model.states();
  describe_states(*parts, solution, recent);
  describe_transitions(*parts, recent);
  store_as_matrix_if_dense(*parts);
  parts_ = std::move(parts);
}

Index ExtendedChain::terms() const {
  return parts_->terms;
}
Scalar ExtendedChain::trace_error() const {
  return parts_->trace_error;
}
Index ExtendedChain::states() const {
  return parts_->states();
}
Index ExtendedChain::transitions() const {
  return parts_->transitions();
}

MeanPath::MeanPath(const ExtendedChain& chain, const PathStart& start) : chain_(chain) {
  const Parts& parts = chain_.parts();
  const Vector distribution = start_distribution(parts, start);
  Columns means = Columns::Zero(parts.size(), parts.states());
  means.leftCols(parts.given) = start_of(parts, start) * dense(distribution).cast<double>().transpose();
  moments_ = stored(means);
}

void MeanPath::step(const StepSizes& sizes) {
  const Parts& parts = chain_.parts();
  moments_ = stored(moved_means(parts, gains(parts, sizes), seen(moments_, parts.size())));
}

Vector MeanPath::Theta() const {
  return estimates(chain_.parts(), seen(moments_, chain_.parts().size()).rowwise().sum());
}

SquaredErrorPath::SquaredErrorPath(const ExtendedChain& chain, const PathStart& start) : chain_(chain) {
  const Parts& parts = chain_.parts();
  const Column y = start_of(parts, start);
  Columns moment = y * y.transpose();
  moment.diagonal().tail(parts.z.rows()).array() += static_cast<double>(start.theta_0_variance);
  const Eigen::Map<const Column> flat(moment.data(), moment.size());
  const Vector distribution = start_distribution(parts, start);
  Columns moments = Columns::Zero(moment.size(), parts.states());
  moments.leftCols(parts.given) = flat * dense(distribution).cast<double>().transpose();
  moments_ = stored(moments);
}

void SquaredErrorPath::step(const StepSizes& sizes) {
  const Parts& parts = chain_.parts();
  moments_ = stored(moved_moments(parts, gains(parts, sizes), seen(moments_, parts.size() * parts.size())));
}

Vector SquaredErrorPath::Theta() const {
  const Parts& parts = chain_.parts();
  return estimates(parts, sum_of_moments(parts, seen(moments_, parts.size() * parts.size())).col(0));
}

Scalar SquaredErrorPath::mean_squared_error() const {
  const Parts& parts = chain_.parts();
  return squared_error(sum_of_moments(parts, seen(moments_, parts.size() * parts.size())));
}

Matrix SquaredErrorPath::covariance() const {
  const Parts& parts = chain_.parts();
  const Columns sum = sum_of_moments(parts, seen(moments_, parts.size() * parts.size()));
  const Index n = parts.size() - 1;
  const Column mean = sum.col(0).tail(n);
  const DenseMatrix in_O = (sum.bottomRightCorner(n, n) - mean * mean.transpose()).cast<Scalar>();
  const auto O = dense(parts.basis_of_O);
  DenseMatrix basis = DenseMatrix::Zero(O.rows() + 1, n);
  basis(0, 0) = 1;
  basis.bottomRightCorner(O.rows(), O.cols()) = O;
  return matrix_of(basis * in_O * basis.transpose());
}

// Without the constant 1 in y there is no noise.
Scalar rate_of_mean(const ExtendedChain& chain, const StepSizes& sizes) {
  const Parts& parts = chain.parts();
  Columns start = Columns::Ones(parts.size(), parts.states());
  start.row(0).setZero();
  return dominant_of(parts, sizes, start, moved_means).modulus;
}

Scalar rate_of_squared_error(const ExtendedChain& chain, const StepSizes& sizes) {
  const Parts& parts = chain.parts();
  return dominant_of(parts, sizes, equal_moments(parts, 0), moved_moments).modulus;
}

// With the constant, the limit is the eigenvector of the eigenvalue 1, for a total probability of 1.
Scalar limit_of_squared_error(const ExtendedChain& chain, const StepSizes& sizes) {
  if (!(rate_of_squared_error(chain, sizes) < 1)) { return std::numeric_limits<Scalar>::infinity(); }
  const Parts& parts = chain.parts();
  const Columns start = equal_moments(parts, 1);
  const Dominant found = dominant_of(parts, sizes, start, moved_moments);
  const Columns sum = sum_of_moments(parts, Eigen::Map<const Columns>(found.vector.data(), start.rows(), start.cols()));
  return squared_error(sum) / sum(0, 0);
}

}  // namespace ballast::oracle
