#pragma once
/// The passes of a learner in fixed point over arrays of any length, in the format at hand.

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/any_fixed.hpp"
#include "engine/fixed_shape.hpp"

namespace tool {

/// A trace of 16 or 32 bits.
class FixedTrace {
 public:
  using Arithmetic = AnyFixedArithmetic;
  using Weight = Arithmetic::Weight;
  using Feature = Arithmetic::Feature;
  struct Observed {
    Arithmetic::Value td_error;
    Arithmetic::TraceNorm trace_norm2;
  };

  FixedTrace() = default;
  virtual ~FixedTrace() = default;
  FixedTrace(const FixedTrace&) = delete;
  FixedTrace& operator=(const FixedTrace&) = delete;

  /// Pass 1: delta_t, and z_t, which is stored.
  virtual Observed observe(const Weight* theta, const Feature* phi, const Feature* next, Arithmetic::Lambda lambda,
                           Arithmetic::Value error) = 0;
  /// Pass 2: theta_{t+1}. Returns the sum of the squares.
  virtual uint64_t move(Weight* theta, const Arithmetic::Step& step) const = 0;
  virtual void clear() = 0;
  virtual int32_t units(std::size_t i) const = 0;
  virtual void set_units(std::size_t i, int32_t units) = 0;
};

std::unique_ptr<FixedTrace> make_fixed_trace(const FixedShape& shape);

}  // namespace tool
