#pragma once
/// A lazy trace, its running norm and the transition phi -> next: a step of Algorithm 1 on them, in O(active). See
/// LearnerBase::step.
///
/// Why nothing overflows after `Arithmetic::is_safe` has accepted a step with the headroom of a ball, in float, where
/// it bounds |s| (1 + ||z||^2) by 2^63 and so |s| ||z|| by 2^62:
/// - A step is stored as s / scale, and scale is from 2^-20 to 2^60: below 2^83.
/// - A gain is a sum of steps that decays by lambda: below 2^83 / (1 - lambda), and 1 - lambda is at least 2^-24.
/// - A coefficient is a trace divided by at least 1/4: below 2^66.
/// - Coefficient x gain is what that trace has added to its weight, and what is taken off because the feature was not
///   there yet. An epoch has no step in which ||z|| was below 1/3 of what it is (Epochs::place), so that the latter is
///   at most 4 x 3 |s| ||z|| / scale for each of its steps, fewer than 2^26: below 2^113.
/// - In a ball the stored weight is at most R / scale, below 2^82. Without one a weight gains less than 2^62 in a step:
///   2^50 steps until it nears the end of the range.
/// - ||w||^2 can overflow where R / scale is above 2^60; it is not trusted then, and everything is summed up with a
///   larger scale (RunningNorm::move). theta . phi and the sums are bounded by Cauchy and Schwarz.
/// In double there is more room everywhere.

#include <ballast/detail/kernel/kernel.hpp>
#include <ballast/detail/opaque.hpp>
#include <ballast/detail/sparse/lazy_trace.hpp>
#include <ballast/detail/sparse/running_norm.hpp>
#include <ballast/features/run.hpp>

#include <stddef.h>

#include <etl/type_traits.h>

namespace ballast {
namespace sparse {

/// As refresh() does, on a host: in one function, with the sums in registers. (A compiler must assume that a norm that
/// a reference refers to is part of the arrays that this stores to.)
template <class Trace, class RunningNorm>
[[gnu::flatten]] inline void refresh_in_registers(Trace& trace, RunningNorm& running_norm) noexcept {
  RunningNorm sums = running_norm;
  const auto scale = sums.begin_summing();
  const auto per_scale = 1 / scale;
  trace.settle([&sums, per_scale](auto stored, auto u) { return sums.sum(stored, u, per_scale); });
  sums.end_summing(scale, trace.norm().value(), trace.dimension());
  running_norm = sums;
}

/// Sums everything up again, and then stores the weights, divided by a power of two, and u.
template <class Trace, class RunningNorm>
[[gnu::noinline]] void refresh(Trace& trace, RunningNorm& running_norm) noexcept {
  if constexpr (kernel::is_vectorised) {
    refresh_in_registers(trace, running_norm);
  } else {
    const auto scale = running_norm.begin_summing();
    const auto per_scale = 1 / scale;
    trace.settle([&running_norm, per_scale](auto stored, auto u) { return running_norm.sum(stored, u, per_scale); });
    running_norm.end_summing(scale, trace.norm().value(), trace.dimension());
  }
}

/// phi . v and phi . e.
template <class RunningNorm, class Trace, class FeatureVector>
[[gnu::always_inline]] inline auto products_with(const Trace& trace, const FeatureVector& phi) noexcept {
  using T = typename RunsOf<FeatureVector>::Feature;
  const auto reader = trace.reader();
  Products<T> products;
  for_each_feature(phi, [&](size_t i, T x) { RunningNorm::add(products, reader.weight(i), x); });
  return products;
}

/// The weights that a projection acts on.
template <class Number, class Trace, class RunningNorm>
struct LazyWeights {
  Trace& trace;
  RunningNorm& running_norm;

  template <class Factor>
  void scale(Factor factor) const noexcept {
    if (!running_norm.can_scale(factor)) { refresh(trace, running_norm); }
    running_norm.scale(factor);
  }
  void remove_ones() const noexcept { running_norm.remove_ones(static_cast<Number>(trace.dimension())); }
};

/// With `handle_doubt`, a step is made even if the sum ||u||^2 is in doubt (trace_norm.hpp). Without it, the step is
/// refused and marked as not trusted: there is less code, which is much faster on a host.
template <class T, class Trace, class RunningNorm, class FeatureVector, bool handle_doubt>
struct SparseArrays {
  using Entry = typename Trace::Entry;

  /// Whether learn() uses the entries that observe() has computed, or computes them again: a list that can be long is
  /// not put on the stack.
  static constexpr bool remembers = capacity_of<FeatureVector> <= 32;

  /// How many groups there can be (feature_groups.hpp).
  static constexpr size_t width = group_width<T>;
  static constexpr size_t most_groups = kernel::is_vectorised && remembers ? capacity_of<FeatureVector> / width : 0;

  struct Entries {
    Entry entries[remembers ? capacity_of<FeatureVector> : 1];
  };
  struct GroupedEntries : Entries {
    typename Trace::GroupEntry groups[most_groups > 0 ? most_groups : 1];
  };
  /// What is seen with it on a host, where nothing else is in memory: a compiler keeps numbers in registers if they are
  /// not next to an array.
  using Outside = etl::conditional_t<kernel::is_vectorised, GroupedEntries, char>;

  struct Seen {
    Decayed<T> decayed;  // the decay of the step
    Products<T> change;  // in u, multiplied by what is stored
    TraceNorm<T> norm;
    T trace_norm2;
    bool is_trusted;  // the norm: not if signed features have cancelled nearly all of it
    etl::conditional_t<kernel::is_vectorised, GroupedEntries*, Entries> of_features;
  };

  Trace& trace;
  RunningNorm& running_norm;
  const FeatureVector& phi;
  const FeatureVector& next;
  Seen& seen;

  [[gnu::always_inline]] kernel::Observed<T> observe(T lambda, T error) const noexcept {
    return Trace::inlines_step ? observe_inline(lambda, error) : observe_out_of_line(lambda, error);
  }
  [[gnu::always_inline]] T learn(T /*lambda*/, T step, T start) const noexcept {
    return Trace::inlines_step ? learn_inline(step, start) : learn_out_of_line(step, start);
  }

  LazyWeights<T, Trace, RunningNorm> weights() const noexcept { return {trace, running_norm}; }

 private:
  [[gnu::noinline, gnu::flatten]] kernel::Observed<T> observe_out_of_line(T lambda, T error) const noexcept {
    return observe_inline(lambda, error);
  }
  [[gnu::noinline, gnu::flatten]] T learn_out_of_line(T step, T start) const noexcept {
    return learn_inline(step, start);
  }

  [[gnu::always_inline]] kernel::Observed<T> observe_inline(T lambda, T error) const noexcept {
    const auto reader = trace.reader();
    Decayed<T> decayed = trace.decayed(lambda);
    Products<T> products;
    Products<T> change_products;
    TraceNorm<T> norm = trace.norm();
    if constexpr (!handle_doubt) { norm.steps = 0; }  // as it is
    if (decayed.begins_epoch()) {
      norm.scale(decayed.shrinkage);
      if (norm.is_zero()) { decayed.shrinkage = T{0}; }  // the rest of the trace is too small to count: it ends
    }
    NormChange<T> change;
    const auto see_trace = [&](size_t i, T x, T weight) {
      const T before = reader.coefficient(i, decayed.shrinkage);
      const T after = with_phi(before, x, decayed.per_decay);
      if constexpr (RunningNorm::is_needed) { RunningNorm::add(change_products, weight, after - before); }
      change.add(product(before, before), product(after, after));
      return after;
    };
    Entry* entry = entries();
    const auto see = [&](size_t i, T x) {
      const T weight = reader.weight(i);
      RunningNorm::add(products, weight, x);
      const T after = see_trace(i, x, weight);
      if constexpr (remembers) { *entry++ = {weight, after}; }
    };
    if constexpr (most_groups > 0) {
      see_groups(decayed, products, change_products, change);
    } else {
      for_each_feature(phi, see);
    }
    T of_next{};
    if constexpr (kernel::is_vectorised) { of_next = value_of_next(); }  // while a host waits for the norm
    seen.change = change_products;
    seen.decayed = decayed;
    if constexpr (handle_doubt) {
      seen.is_trusted = norm.is_careful() ? norm.change_carefully_by(careful_change(decayed)) : norm.change_by(change);
      if (!seen.is_trusted) { norm = summed_up(decayed); }
    } else {
      seen.is_trusted = norm.change_by(change);
      seen.norm = norm;
      seen.trace_norm2 = from_bits<T>(Ieee754<T>::exponent_mask);  // infinity
      if (!seen.is_trusted) { return {error, seen.trace_norm2}; }
    }
    seen.norm = norm;
    seen.trace_norm2 = product(product(norm.value(), decayed.decay), decayed.decay);
    if constexpr (!kernel::is_vectorised) { of_next = value_of_next(); }
    return {error + (of_next - running_norm.dot(products)), seen.trace_norm2};
  }

  [[gnu::always_inline]] T learn_inline(T step, T start) const noexcept {
    const T stored_step = running_norm.stored_step(step);
    bool must_settle = false;
    if constexpr (most_groups > 0) {
      const auto write = [&](const auto& writer) __attribute__((always_inline)) {
        write_groups(writer);
      };
      must_settle = trace.template learn<handle_doubt>(seen.decayed, stored_step, seen.norm, seen.trace_norm2, write);
    } else {
      must_settle = trace.template learn<handle_doubt>(seen.decayed, stored_step, seen.norm, seen.trace_norm2,
                                                       [&](const auto& writer) { write_all(writer); });
    }
    const bool is_trusted = running_norm.move(seen.decayed, seen.change, stored_step, seen.norm.value());
    if (must_settle || !is_trusted || (handle_doubt && !seen.is_trusted)) { refresh(trace, running_norm); }
    return start + running_norm.norm2();
  }

  [[gnu::always_inline]] T value_of_next() const noexcept {
    return running_norm.dot(products_with<RunningNorm>(trace, next));
  }

  /// Line 6 of Algorithm 1 for an active feature: z = lambda z + phi, divided by the decay.
  [[gnu::always_inline]] static T with_phi(T coefficient, T x, T per_decay) noexcept {
    return kernel::flushed(coefficient + product(x, per_decay));
  }

  /// The `change` of observe(), with twice the digits.
  [[gnu::noinline, gnu::cold]] NormChange<T> careful_change(Decayed<T> decayed) const noexcept {
    const auto reader = trace.reader();
    NormChange<T> change;
    for_each_feature(phi, [&](size_t i, T x) {
      const T before = reader.coefficient(i, decayed.shrinkage);
      const T after = with_phi(before, x, decayed.per_decay);
      change.add_carefully(product(before, before), product(after, after));
    });
    return change;
  }

  /// ||u||^2 from all features.
  [[gnu::noinline, gnu::cold]] TraceNorm<T> summed_up(Decayed<T> decayed) const noexcept {
    const auto reader = trace.reader();
    TraceNorm<T> norm = trace.norm();
    norm.forget();
    size_t from = 0;
    const auto add_until = [&](size_t end) {
      for (; from < end; ++from) {
        const T coefficient = reader.coefficient(from, decayed.shrinkage);
        norm.sum.add_positive(product(coefficient, coefficient));
      }
      from = end + 1;
    };
    for_each_feature(phi, [&](size_t i, T x) {
      add_until(i);
      const T after = with_phi(reader.coefficient(i, decayed.shrinkage), x, decayed.per_decay);
      norm.sum.add_positive(product(after, after));
    });
    add_until(trace.dimension());
    norm.end_summing(trace.dimension(), false);
    return norm;
  }

  [[gnu::always_inline]] Entry* entries() const noexcept {
    if constexpr (kernel::is_vectorised) {
      return seen.of_features->entries;
    } else {
      return seen.of_features.entries;
    }
  }

  /// What observe() does with each feature: first those in groups, if there are any, then one by one.
  [[gnu::always_inline]] void see_groups(const Decayed<T>& decayed, Products<T>& products, Products<T>& change_products,
                                         NormChange<T>& change) const noexcept {
    const auto reader = trace.reader();
    const size_t in_groups = size_of_groups();
    FourSums<T> sums;
    auto* group = seen.of_features->groups;
    for (size_t k = 0; k < in_groups; k += width) {
      const auto x = group_of<T>([&](size_t j) __attribute__((always_inline)) {
        return *RunsOf<FeatureVector>::get(phi, k + j).values;
      });
      const auto now = reader.group(indices_from(k), decayed.shrinkage);
      const Group<T> before = now.coefficient;
      const Group<T> after = flushed_group<T>(before + product<Group<T>>(x, all_of<T>(decayed.per_decay)));
      const Group<T> change2 = product<Group<T>>(after, after) - product<Group<T>>(before, before);
      sums.add(change2, absolute_group<T>(change2), product<Group<T>>(now.weight, x),
               product<Group<T>>(now.weight, after - before));
      if constexpr (RunningNorm::keeps_sum) {
        for_each_in_group<T>([&](size_t j) __attribute__((always_inline)) {
          products.with_ones = products.with_ones + x[j];
          change_products.with_ones = change_products.with_ones + (after - before)[j];
        });
      }
      *group++ = {now.weight, after};
    }
    change.sum.sum = sums.get(0);
    change.size = sums.get(1);
    products.with_stored = sums.get(2);
    change_products.with_stored = sums.get(3);
    Entry* entry = entries();
    const auto see = [&](size_t i, T x) __attribute__((always_inline)) {
      const T weight = reader.weight(i);
      const T before = reader.coefficient(i, decayed.shrinkage);
      const T after = with_phi(before, x, decayed.per_decay);
      RunningNorm::add(products, weight, x);
      RunningNorm::add(change_products, weight, after - before);
      change.add(product(before, before), product(after, after));
      *entry++ = {weight, after};
    };
    for_each_feature(phi, see, in_groups);
  }

  /// How many features are in groups: of a list, all but the last few.
  [[gnu::always_inline]] size_t size_of_groups() const noexcept {
    return is_list(phi) ? RunsOf<FeatureVector>::count(phi) / width * width : 0;
  }

  [[gnu::always_inline]] Indices<T> indices_from(size_t k) const noexcept {
    return Indices<T>([&](size_t j)
                          __attribute__((always_inline)) { return RunsOf<FeatureVector>::get(phi, k + j).first; });
  }

  void write_all(const typename Trace::Writer& writer) const noexcept {
    const auto reader = trace.reader();
    const Entry* entry = entries();
    if constexpr (kernel::is_vectorised) { entry = detail::opaque(entry); }  // GCC would warn of more than there are
    for_each_feature(phi, [&](size_t i, T x) {
      if constexpr (remembers) {
        writer.write(i, *entry++);
      } else {
        const T before = reader.coefficient(i, seen.decayed.shrinkage);
        writer.write(i, {reader.weight(i), with_phi(before, x, seen.decayed.per_decay)});
      }
    });
  }

  /// The same, in groups as they were seen.
  [[gnu::always_inline]] void write_groups(const typename Trace::Writer& writer) const noexcept {
    const size_t in_groups = size_of_groups();
    const auto* group = seen.of_features->groups;
    for (size_t k = 0; k < in_groups; k += width) { writer.write_group(indices_from(k), *group++); }
    const Entry* entry = entries();
    const auto write = [&](size_t i, T /*x*/) __attribute__((always_inline)) {
      writer.write(detail::opaque(i), *entry++);  // GCC would warn of an index that was refused before
    };
    for_each_feature(phi, write, in_groups);
  }
};

}  // namespace sparse
}  // namespace ballast
