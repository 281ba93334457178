#pragma once
/// Whether the learners of a case agree. What is allowed, of the largest weight of the dense double learner:
///
///   weights of                  against        within
///   sparse float                dense double   3 x what dense float is off by, + 2e-5
///   sparse double               dense double   1e-9
///   dense double                long double    1e-9
///   step-size of sparse float   dense double   1 %, where that of dense float is
///
/// and the same for the average reward.
///
/// When a comparison means something. All these run on by themselves from the same start, and what rounding does to one
/// of them can grow: the standard rule is unstable at large step-sizes, and a trace that cancels leaves a step-size
/// that is mostly rounding. Dense float tells where that is so: nothing is compared
/// - from the first moment on at which dense float is further than 1e-3 from dense double;
/// - from the first moment on at which one of the two was refused a transition and the other was not;
/// - where all weights are so small (1e-30) that float runs out of exponents.
/// A new start makes all of them equal again. The sparse learner promises nothing beyond lambda = 1 - 2^-14 and beta =
/// 1e6: there only dense double is compared with the reference.

#include "contender.hpp"
#include "reference.hpp"
#include "tally.hpp"

namespace search {

class Agreement {
 public:
  Agreement(const Settings& settings, Tally& tally);

  /// All have been started from the same numbers.
  void begin();

  struct Learners {
    const Contender& dense_float;
    const Contender& dense_double;
    const Contender& sparse_float;
    const Contender& sparse_double;
    const Reference& reference;
  };

  /// After each update.
  void compare_reports(const Learners& learners);

  /// After each update for which the weights were read.
  void compare_weights(const Learners& learners);

 private:
  /// What errors are fractions of.
  struct Scale {
    double weights;         // the largest weight
    double average_reward;  // omega itself, or the largest weight, which a joint ball scales together with it
  };

  void compare_sparse(const Learners& learners, const Scale& scale);
  void compare_with_reference(const Learners& learners, const Scale& scale);
  void check(const char* what, double error, double allowed);

  Tally& tally_;
  bool is_within_promise_;     // of the sparse learner: lambda and beta
  bool is_meaningful_ = true;  // float and double have not parted
  bool sparse_float_is_in_step_ = true;
  bool sparse_double_is_in_step_ = true;
  double weights_error_ = 0.0;         // of dense float: the largest since the start
  double average_reward_error_ = 0.0;  // likewise
  double step_size_error_ = 0.0;       // of dense float: the largest of late, relative
};

}  // namespace search
