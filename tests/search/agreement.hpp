#pragma once
/// Whether the learners of a case agree. What is allowed, of the largest weight of the dense double learner of late
/// (where a weight passes through zero, the rounding errors of what it was remain; a projection scales errors as well):
///
///   weights of                  against        within
///   sparse float                dense double   10 x what rounding takes a float learner off by, + 5e-5
///   sparse double               dense double   1e-9
///   dense double                long double    1e-9
///   step-size of sparse float   dense double   1 %, where that of every other float learner is
///
/// and the same for the average reward. What rounding takes a float learner off by is the largest error so far of four
/// of them: the dense float learner, and three that round at random, one of those coarsely (reference.hpp). One would
/// not do: a float learner can be right by chance. (Cases are counted in which sparse float is not within 3 x the
/// largest error of those that are not coarse, + 2e-5: about one in a thousand.)
///
/// When a comparison means something. All these run on by themselves from the same start, and what rounding does to one
/// of them can grow: the standard rule is unstable at large step-sizes, and a trace that cancels leaves a step-size
/// that is mostly rounding. Nothing is compared
/// - from the first moment on at which one of the float learners is further than 1e-3 from dense double;
/// - from the first moment on at which dense float was refused a transition and dense double was not, or the reverse;
/// - where all weights are so small (1e-30) that float runs out of exponents, or below 1e-6 of what the average reward
///   was of late, whose rounding errors they are then made of;
/// - from an exaggerated feature on (one of 1e15 can cancel a weight, and one of 1e15 more multiply what is left);
/// - from the moment on at which an exaggerated reward meets weights that float does not know to 1e-3;
/// - of the sparse learners, from the moment on at which one step takes a trace off all but its rounding errors, on
///   which the implicit step-size then depends: has_cancelled(); or many steps take off all but a thousandth of it, of
///   which float then knows two or three digits: is_nearly_cancelled() (tests/regression/precision.cpp goes on there);
/// - of the sparse learners, from the first step on at which the standard rule multiplies errors: is_unstable();
/// - of the sparse float learner, from the moment on at which the squares of a trace are no normal numbers.
/// A new start makes all of them equal again; other numbers (reconfigure) do not. The sparse learner promises nothing
/// beyond lambda = 1 - 2^-14 and beta = 1e6: there only dense double is compared with the reference.

#include "contender.hpp"
#include "reference.hpp"
#include "tally.hpp"

namespace search {

/// The largest difference.
struct Difference {
  double weights;
  double average_reward;
};

class Agreement {
 public:
  Agreement(const Settings& settings, Tally& tally);

  /// All have been started from the same numbers, and their weights were read.
  void begin(const Contender& dense_double);

  /// All have other numbers from the next update on.
  void reconfigure(const Settings& settings);

  struct Learners {
    const Contender& dense_float;
    const std::vector<RandomlyRounded>& randomly_rounded;
    const Contender& dense_double;
    const Contender& sparse_float;
    const Contender& sparse_double;
    const Reference& reference;
  };

  void reset_trace() {
    largest_trace_ = 0.0;
    peak_norm2_ = 0.0;
    trace_norm2_ = 0.0;
  }

  /// Before an update whose input is far from the size of all others.
  void expect_exaggerated_features() { is_meaningful_ = false; }
  void expect_exaggerated_reward();

  /// After each update.
  void compare_reports(const Learners& learners);

  /// After each update for which the weights were read.
  void compare_weights(const Learners& learners);

 private:
  /// What errors are fractions of.
  struct Scale {
    double weights = 0.0;         // the largest weight
    double average_reward = 0.0;  // omega itself, or the largest weight, which a joint ball scales together with it
  };

  void watch_trace(const Outcome& outcome);
  bool has_cancelled(const Outcome& outcome, double least_part) const;
  bool is_nearly_cancelled(const Outcome& outcome) const;
  bool is_unstable(const Outcome& outcome) const;
  void watch_scale(const Contender& dense_double);
  void watch_float(const Difference& error);
  void compare_sparse(const Learners& learners);
  void count_if_unusual(double error);
  void compare_with_reference(const Learners& learners);
  struct Tolerance {
    double of_scale;
    double of_dense_float;  // of what dense float is off by
  };
  struct Allowed {
    double error;
    double scale;        // for the message: what errors are fractions of,
    double dense_float;  // and what dense float is off by
  };
  void check(const char* weights, const char* average_reward, const Difference& error, const Tolerance& tolerance);
  void check(const char* what, double error, const Allowed& allowed);

  Settings settings_;
  Tally& tally_;
  bool is_within_promise_;     // of the sparse learner: lambda and beta, since the start
  bool is_meaningful_ = true;  // float and double have not parted
  bool sparse_float_is_in_step_ = true;
  bool was_unusual_ = false;  // of sparse float, in this case
  bool sparse_double_is_in_step_ = true;
  double largest_trace_ = 0.0;         // ||z||, since the trace began
  double trace_norm2_ = 0.0;           // in the step before
  double peak_norm2_ = 0.0;            // the largest, decayed
  double largest_weight_ = 0.0;        // when the weights were last read
  Scale scale_;                        // when the weights were last read
  bool was_projected_ = false;         // since then
  double weights_error_ = 0.0;         // of all float learners but the sparse one: the largest since the start
  double fine_weights_error_ = 0.0;    // of those that are not coarse
  double average_reward_error_ = 0.0;  // likewise
  double step_size_error_ = 0.0;       // the largest of late, relative
};

}  // namespace search
