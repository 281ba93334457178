#include "engine/fixed_trace.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace tool {
namespace {

using ballast::FixedNumber;

/// As the library's passes, whose length is part of a type.
template <class Number>
class TraceOf final : public FixedTrace {
 public:
  explicit TraceOf(const FixedShape& shape) : shape_(shape), trace_(shape.dimension) {}

  Observed observe(const Weight* theta, const Feature* phi, const Feature* next, Arithmetic::Lambda lambda,
                   Arithmetic::Value error) override {
    ballast::fixed::DotProduct difference;
    uint64_t squares = 0;
    const uint32_t factor = ballast::fixed::decay_factor(lambda, shape_.has_wide_trace);
    const int shift = shape_.has_short_trace_sums() ? shape_.trace_norm_shift() : 0;
    for (std::size_t i = 0; i < trace_.size(); ++i) {
      const int32_t feature = phi[i].raw();
      difference.add(theta[i].raw(), next[i].raw() - feature);
      const int32_t z = ballast::fixed::decay(trace_[i], factor, feature);
      squares += static_cast<uint32_t>(z * z) >> shift;
    }
    const uint32_t td_error = difference.rounded() + static_cast<uint32_t>(error.raw());
    return {Arithmetic::Value::from_raw(static_cast<int32_t>(td_error)),
            {norm2(squares), shape_.trace_norm_fraction() - OneFormat::trace_norm_fraction}};
  }
  uint64_t move(Weight* theta, const Arithmetic::Step& step) const override {
    uint64_t sum = 0;
    for (std::size_t i = 0; i < trace_.size(); ++i) {
      const auto upper_half = static_cast<uint32_t>(ballast::fixed::upper_half(trace_[i]));
      const auto trace = Arithmetic::Trace::from_raw(static_cast<int32_t>(upper_half << 16U));
      sum += ballast::fixed::move<Arithmetic::Base>(theta[i], trace, step) >> shape_.norm_shift();
    }
    return sum;
  }

  void clear() override { std::fill(trace_.begin(), trace_.end(), Number{}); }
  int32_t units(std::size_t i) const override { return trace_[i].raw(); }
  void set_units(std::size_t i, int32_t units) override {
    trace_[i] = Number::from_raw(static_cast<typename Number::Raw>(units));
  }

 private:
  /// As TraceSquares: what shifts cut off is added again.
  uint32_t norm2(uint64_t squares) const {
    const int shift = shape_.trace_norm_shift();
    if (!shape_.has_short_trace_sums()) { return static_cast<uint32_t>(squares >> shift) + 1; }
    return static_cast<uint32_t>(squares) + static_cast<uint32_t>(shift > 0 ? shape_.dimension : 0);
  }

  FixedShape shape_;
  std::vector<Number> trace_;
};

template <int Fraction>
std::unique_ptr<FixedTrace> wide(const FixedShape& shape) {
  return std::make_unique<TraceOf<FixedNumber<int32_t, Fraction + 16>>>(shape);
}

}  // namespace

std::unique_ptr<FixedTrace> make_fixed_trace(const FixedShape& shape) {
  if (!shape.has_wide_trace && shape.trace_fraction == 14) {
    return std::make_unique<TraceOf<FixedNumber<int16_t, 14>>>(shape);
  }
  switch (shape.has_wide_trace ? shape.trace_fraction : 0) {
    case 13: return wide<13>(shape);
    case 12: return wide<12>(shape);
    case 11: return wide<11>(shape);
    case 10: return wide<10>(shape);
    case 9: return wide<9>(shape);
    case 8: return wide<8>(shape);
    default: throw std::logic_error("no limit of lambda has this format");
  }
}

}  // namespace tool
