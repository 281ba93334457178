#pragma once
/// Learners in fixed point, for cores without FPU: about ten times as fast there as float, in less memory, and with the
/// same results but for small rounding errors. On a core with FPU float is faster. docs/CHOOSING.md helps to choose.
///
///   #include <ballast/fixed.hpp>
///   using Learner = ballast::FixedLearner<16>;
///   constexpr auto config = Learner::Config().lambda(0.25).ratio(0.05).step_size(0.2).radius(1000);
///   learner.update(phi, Learner::Value::fraction(reward, 100), next);
///
/// Numbers are written as usual (fixed/number.hpp), and their formats follow from FixedLimits (fixed/format.hpp).

#include <ballast/detail/fixed/dense_arrays.hpp>
#include <ballast/fixed/arithmetic.hpp>
#include <ballast/fixed/format.hpp>
#include <ballast/fixed/number.hpp>
#include <ballast/fixed/sarsa.hpp>
#include <ballast/fixed/sparse_learner.hpp>
#include <ballast/learner.hpp>
#include <ballast/projection.hpp>
#include <ballast/rule.hpp>
#include <ballast/schedule.hpp>

#include <stddef.h>

namespace ballast {

/// A Learner in fixed point. Projection and schedule are templates over the scalar: FixedLearner<16, FixedLimits,
/// Implicit, SeparateBalls, PolynomialSchedule>.
template <size_t Dimension, class Limits = FixedLimits, class Rule = Implicit,
          template <class> class Projection = JointBall, template <class> class Schedule = ConstantSchedule>
using FixedLearner = Learner<Fixed<Dimension, Limits>, Dimension, Rule, Projection<Fixed<Dimension, Limits>>,
                             Schedule<Fixed<Dimension, Limits>>>;

/// A SparseLearner in fixed point. Say in the limits how many features can be active: FixedLimits::active.
template <size_t Dimension, class Limits = FixedLimits, class Rule = Implicit,
          template <class> class Projection = JointBall, template <class> class Schedule = ConstantSchedule>
using FixedSparseLearner = SparseLearner<Fixed<Dimension, Limits>, Dimension, Rule,
                                         Projection<Fixed<Dimension, Limits>>, Schedule<Fixed<Dimension, Limits>>>;

}  // namespace ballast
