#pragma once
/// A step of Algorithm 1 on the live features alone, in fixed point. The bits are those that DenseArrays gives, since
/// all it leaves out are zeros: a trace of 0 stays 0, adds nothing to ||z||^2 and moves no weight.

#include <ballast/detail/fixed/dense_arrays.hpp>
#include <ballast/detail/fixed/live_features.hpp>
#include <ballast/detail/fixed/normed_weights.hpp>
#include <ballast/detail/fixed/trace_groups.hpp>
#include <ballast/detail/run_arrays.hpp>
#include <ballast/features/run.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace fixed {

/// theta as it is: with what is pending in groups.
template <class Arithmetic, size_t Dimension>
struct MovedWeights {
  using Weight = typename Arithmetic::Weight;
  using Groups = TraceGroups<Arithmetic, Dimension>;

  const Weight* theta;
  const Groups* groups;

  [[gnu::always_inline]] Weight operator[](size_t i) const noexcept {
    const int32_t settled = theta[i].raw();
    return Weight::from_raw(groups->has(i) ? settled + groups->of(i).pending : settled);
  }
};

/// ||theta||^2, or with omega^2. It is seldom needed exactly: mostly a bound says that no ball is left.
template <class Arithmetic, size_t Dimension>
struct LazyNorm {
  using SquaredNorm = typename Arithmetic::SquaredNorm;

  NormedWeights<Arithmetic, Dimension>& theta;
  TraceGroups<Arithmetic, Dimension>& groups;
  SquaredNorm start;
  /// Of what is pending, in units of 2^16 of a weight.
  uint32_t bound;

  /// By the triangle inequality: ||theta|| <= ||settled|| + bound. A weight whose upper half is n counts as the root of
  /// n (n + 1), which is less than that of (n + 1/2)^2 by 1/4 of a unit of its square, and norm_shift cuts off less
  /// than 1 for each: 2 for each feature, and for omega, are enough for both.
  [[gnu::always_inline]] bool is_surely_within(typename Arithmetic::Value radius) const noexcept {
    const uint32_t half = static_cast<uint32_t>(radius.raw()) >> 15;
    if (bound >= half) { return false; }
    const uint32_t rest = half - bound;
    return theta.norm2() + start + (2 * Dimension + 2) <= (rest * rest) >> Arithmetic::Format::norm_shift;
  }
  [[gnu::noinline, gnu::cold]] SquaredNorm exact() const noexcept {
    groups.settle(theta);
    return start + theta.norm2();
  }
};

/// Weights, trace and the transition phi -> next; see LearnerBase::step.
template <class Arithmetic, size_t Dimension, class FeatureVector>
struct SparseArrays {
  using Format = typename Arithmetic::Format;
  using Trace = typename Arithmetic::Trace;
  using Theta = NormedWeights<Arithmetic, Dimension>;
  using Groups = TraceGroups<Arithmetic, Dimension>;
  using Live = LiveFeatures<Arithmetic, Dimension>;

  Theta& theta;
  Groups& groups;
  Live& live;
  const FeatureVector& phi;
  const FeatureVector& next;

  /// What a projection acts on.
  struct Weights {
    Theta& theta;
    Groups& groups;
    void scale(uint32_t factor) const noexcept {
      groups.settle(theta);
      theta.scale(factor);
    }
  };

  [[gnu::always_inline]] Observed<Arithmetic> observe(typename Arithmetic::Lambda lambda,
                                                      typename Arithmetic::Value error) const noexcept {
    const MovedWeights<Arithmetic, Dimension> weights{theta.data(), &groups};
    const uint32_t difference = difference_of_runs(weights, next, phi);
    const uint32_t factor = decay_factor(lambda, Format::has_wide_trace);
    const auto of_groups = groups.decay(factor, theta);
    const auto squares = increase(theta, groups, live, phi, live.decay(factor, of_groups));
    return observed<Arithmetic>(difference, squares.norm2(), error);
  }
  [[gnu::always_inline]] LazyNorm<Arithmetic, Dimension> learn(typename Arithmetic::Lambda,
                                                               const typename Arithmetic::Step& step,
                                                               typename Arithmetic::SquaredNorm start) const noexcept {
    theta.move(live, step);
    return {theta, groups, start, groups.move(step)};
  }
  [[gnu::always_inline]] Weights weights() const noexcept { return {theta, groups}; }

 private:
  /// z += phi; returns the squares with these.
  [[gnu::noinline]] static TraceSquares<Format> increase(Theta& theta, Groups& groups, Live& live,
                                                         const FeatureVector& phi,
                                                         TraceSquares<Format> squares) noexcept {
    if constexpr (SharesValue<FeatureVector>::value) {
      typename Groups::Joining group(groups);
      Trace trace{};
      for_each_active(phi, [&](size_t i, auto x) {
        if (groups.has(i) || live.trace(i).raw() != 0 || !group.has_room()) {
          increase_one(theta, groups, live, i, x.raw(), squares);
        } else if (x.raw() != 0) {
          group.add(i);
          trace = Trace{};
          (void)fixed::increase(trace, x.raw());
        }
      });
      return group.close(trace, squares);
    } else {
      for_each_active(phi, [&](size_t i, auto x) { increase_one(theta, groups, live, i, x.raw(), squares); });
      return squares;
    }
  }
  [[gnu::noinline]] static void increase_one(Theta& theta, Groups& groups, Live& live, size_t i, int32_t x,
                                             TraceSquares<Format>& squares) noexcept {
    if (groups.has(i)) { live.enter(i, groups.leave(i, theta)); }
    live.increase(i, x, squares);
  }
};

/// The same for runs.
template <class Arithmetic, size_t Dimension, class FeatureVector>
typename Arithmetic::Value value_of_runs(const MovedWeights<Arithmetic, Dimension>& weights,
                                         const FeatureVector& phi) noexcept {
  DotProduct sum;
  add_runs<1>(sum, weights, phi);
  return Arithmetic::Value::from_raw(static_cast<int32_t>(sum.rounded()));
}
template <class Arithmetic, size_t Dimension, class FeatureVector>
typename Arithmetic::Value contrast_of_runs(const MovedWeights<Arithmetic, Dimension>& weights,
                                            const FeatureVector& phi, const FeatureVector& other) noexcept {
  return Arithmetic::Value::from_raw(static_cast<int32_t>(difference_of_runs(weights, phi, other)));
}

}  // namespace fixed
}  // namespace ballast
