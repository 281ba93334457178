#pragma once
/// How far a function is from the truth, in units in the last place of the true value.

#include <cmath>
#include <cstdio>
#include <limits>

static_assert(std::numeric_limits<long double>::digits >= 64, "the reference must be better than what it judges");

template <class T>
class WorstError {
 public:
  void add(T result, long double truth, T argument) {
    int exponent = 0;
    std::frexp(truth, &exponent);
    if (exponent < std::numeric_limits<T>::min_exponent) { exponent = std::numeric_limits<T>::min_exponent; }
    const long double ulp = std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits);
    const long double error = std::fabs(static_cast<long double>(result) - truth) / ulp;
    if (!(error <= worst_)) {
      worst_ = error;
      argument_ = argument;
    }
    ++cases_;
  }

  /// Prints and returns it.
  double report(const char* name) const {
    std::printf("%s: %ld cases, at most %.3Lf ulp, at %a\n", name, cases_, worst_, static_cast<double>(argument_));
    return static_cast<double>(worst_);
  }

 private:
  long double worst_ = 0.0L;
  T argument_{};
  long cases_ = 0;
};
