#pragma once
/// A lazy trace, its moments and the transition phi -> next: what a step of Algorithm 1 does then, in O(active). See
/// LearnerBase::step.
///
/// Why nothing overflows that `Arithmetic::is_safe` has let pass with the headroom of a ball, in float, where it bounds
/// |s| (1 + ||z||^2) by 2^63 and so |s| ||z|| by 2^62:
/// - A step is stored as s / scale, and scale is from 2^-20 to 2^60: below 2^83.
/// - A gain is a sum of steps that decays by lambda: below 2^83 / (1 - lambda), and 1 - lambda is at least 2^-24.
/// - A coefficient is a trace divided by at least 1/4: below 2^66.
/// - Coefficient x gain is what that trace has added to its weight, and what is taken off because the feature was not
///   there yet. An epoch has no step in which ||z|| was below 1/32 of what it is (Epochs::place), so that the latter is
///   at most 4 x 32 |s| ||z|| / scale for each of its steps, fewer than 2^25: below 2^114.
/// - In a ball u is at most R / scale, below 2^82. Without one a weight gains less than 2^62 in a step, and has 2^50
///   steps to go until it nears the end of the range.
/// - ||theta||^2, theta . z and the sums are bounded by Cauchy and Schwarz: below 2^126.
/// In double there is more room everywhere.

#include <ballast/arithmetic.hpp>
#include <ballast/features/run.hpp>
#include <ballast/sparse/lazy_trace.hpp>
#include <ballast/sparse/moments.hpp>

#include <stddef.h>

namespace ballast {
namespace sparse {

/// Sums everything up anew; what is stored are then the weights, divided by a power of two, and the trace.
template <class Trace, class Moments>
[[gnu::noinline]] void refresh(Trace& trace, Moments& moments) noexcept {
  const auto scale = moments.begin_summing();
  const auto per_scale = 1 / scale;
  trace.settle([&moments, per_scale](auto stored, auto z) { return moments.sum(stored, z, per_scale); });
  moments.end_summing(scale);
}

/// phi . u and phi . e.
template <class Moments, class Trace, class Kind>
[[gnu::always_inline]] inline auto products_with(const Trace& trace, const Kind& phi) noexcept {
  using T = typename RunsOf<Kind>::Feature;
  const auto reader = trace.reader();
  Products<T> products;
  for_each_feature(phi, [&](size_t i, T x) { Moments::add(products, reader.weight(i), x); });
  return products;
}

/// What a projection acts on.
template <class Trace, class Moments>
struct LazyWeights {
  Trace& trace;
  Moments& moments;

  template <class Factor>
  void scale(Factor factor) const noexcept {
    if (!moments.can_scale(factor)) { refresh(trace, moments); }
    moments.scale(factor);
  }
  void remove_ones() const noexcept { moments.remove_ones(); }
};

template <class T, class Trace, class Moments, class Kind>
struct SparseArrays {
  using Entry = typename Trace::Entry;

  /// Whether what observe() finds of each feature is kept for learn(), or found again: a list that can be long is not
  /// put on the stack.
  static constexpr bool remembers = capacity_of<Kind> <= 32;

  struct Seen {
    Products<T> phi;
    T trace_norm2;
    bool has_shrunk;  // ||z|| has become much less than lambda ||z||: signed features have cancelled a trace
    Entry entries[remembers ? capacity_of<Kind> : 1];
  };

  Trace& trace;
  Moments& moments;
  const Kind& phi;
  const Kind& next;
  Seen& seen;

  [[gnu::flatten]] kernel::Observed<T> observe(T lambda, T error) const noexcept {
    const auto reader = trace.reader();
    Products<T> products;
    T before{};  // what the features of phi have in ||z||^2 when they have decayed,
    T after{};   // and when phi is added
    Entry* entry = seen.entries;
    for_each_feature(phi, [&](size_t i, T x) {
      const T weight = reader.weight(i);
      const T decayed = reader.decayed_trace(i, lambda);
      const T z = decayed + x;
      Moments::add(products, weight, x);
      before = before + product(decayed, decayed);
      after = after + product(z, z);
      if constexpr (remembers) { *entry++ = {weight, z}; }
    });
    const T decayed_norm2 = product(lambda, product(lambda, trace.trace_norm2()));
    const T others = decayed_norm2 - before;
    seen.phi = products;
    seen.trace_norm2 = (others > T{0} ? others : T{0}) + after;
    // What is left of a large trace that was taken off again is mostly rounding errors.
    seen.has_shrunk = seen.trace_norm2 < decayed_norm2 * much_less;
    if (seen.has_shrunk) { seen.trace_norm2 = norm2_of_others(lambda) + after; }
    const T of_next = moments.dot(products_with<Moments>(trace, next));
    return {error + (of_next - moments.dot(products)), seen.trace_norm2};
  }

  [[gnu::flatten]] T learn(T lambda, T step, T start) const noexcept {
    trace.learn(lambda, moments.stored_step(step), seen.trace_norm2,
                [&](const auto& writer) { write_all(writer, lambda); });
    if (seen.has_shrunk || trace.is_full()) {
      refresh(trace, moments);
    } else {
      moments.move(lambda, seen.phi, step, seen.trace_norm2);
    }
    return start + moments.norm2();
  }

  LazyWeights<Trace, Moments> weights() const noexcept { return {trace, moments}; }

 private:
  static constexpr T much_less = static_cast<T>(0x1p-6F);

  /// What the features that are not active contribute to ||z||^2, summed up.
  [[gnu::noinline, gnu::cold]] T norm2_of_others(T lambda) const noexcept {
    const auto reader = trace.reader();
    size_t from = 0;
    T norm2{};
    const auto add_until = [&](size_t end) {
      for (; from < end; ++from) {
        const T z = reader.decayed_trace(from, lambda);
        norm2 = norm2 + product(z, z);
      }
      from = end + 1;
    };
    for_each_feature(phi, [&](size_t i, T) { add_until(i); });
    add_until(RunsOf<Kind>::dimension);
    return norm2;
  }

  void write_all(const typename Trace::Writer& writer, T lambda) const noexcept {
    const auto reader = trace.reader();
    const Entry* entry = seen.entries;
    for_each_feature(phi, [&](size_t i, T x) {
      if constexpr (remembers) {
        writer.write(i, *entry++);
      } else {
        writer.write(i, {reader.weight(i), reader.decayed_trace(i, lambda) + x});
      }
    });
  }
};

}  // namespace sparse
}  // namespace ballast
