#pragma once
/// theta . phi in fixed point, from an array of features or from runs. The sum is exact, and rounded once at the end:
/// the bits are the same however features are stored, and in which order.

#include <ballast/features/active_features.hpp>
#include <ballast/features/run.hpp>
#include <ballast/fixed/number.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {
namespace fixed {

/// Whether a core multiplies 32 by 32 bits to 32 only, and has eight registers that can be used freely.
#if defined(__thumb__) && !defined(__thumb2__)
constexpr bool is_small_core = true;
#else
constexpr bool is_small_core = false;
#endif

/// weights . features in units of 2^-(weight_fraction - 1). The sum is exact, and rounded once: it is the same however
/// features are stored, and in which order. A feature is below 2^16 in size, as a difference of two can be.
class WideSum {
 public:
  [[gnu::always_inline]] void add(int32_t weight, int32_t feature) noexcept { sum_ += int64_t{weight >> 1} * feature; }
  [[gnu::always_inline]] uint32_t rounded() const noexcept { return static_cast<uint32_t>((sum_ + (1 << 14)) >> 15); }

 private:
  int64_t sum_ = 0;
};
/// The same in products of 32 bits: the upper 16 bits of a weight and the next 15 by themselves.
class NarrowSums {
 public:
  [[gnu::always_inline]] void add(int32_t weight, int32_t feature) noexcept {
    upper_ += static_cast<uint32_t>((weight >> 16) * feature);
    add_lower(static_cast<int32_t>(static_cast<uint32_t>(weight) << 16 >> 17) * feature);
  }
  /// The same for many weights with this feature: the sums of their upper and lower parts.
  [[gnu::always_inline]] void add(int32_t upper, uint32_t lower, int32_t feature) noexcept {
    upper_ += static_cast<uint32_t>(upper) * static_cast<uint32_t>(feature);
    middle_ += static_cast<uint32_t>(static_cast<int32_t>(lower >> 16) * feature);
    add_lower(static_cast<int32_t>(lower & 0xFFFFU) * feature);
  }
  [[gnu::always_inline]] uint32_t rounded() const noexcept {
    return upper_ + middle_ * 2 + ((lower_ + (int32_t{1} << 14)) >> 15);
  }

 private:
  [[gnu::always_inline]] void add_lower(int32_t product) noexcept {
    middle_ += static_cast<uint32_t>(product >> 16);
    lower_ += static_cast<uint32_t>(product) & 0xFFFFU;
  }

  uint32_t upper_ = 0;  // modulo 2^32, as the result is
  uint32_t middle_ = 0;
  uint32_t lower_ = 0;
};
using DotProduct = etl::conditional_t<is_small_core, NarrowSums, WideSum>;

/// Whether all features that are not 0 have the same value.
template <class FeatureVector>
struct HasOneValue : etl::false_type {};
template <class T, size_t Dimension, size_t Capacity>
struct HasOneValue<ActiveFeatures<T, Dimension, Capacity>> : etl::true_type {};

/// As for_each_feature; a value that all features share is read once.
template <class FeatureVector, class Visit>
[[gnu::always_inline]] inline void for_each_active(const FeatureVector& features, Visit visit) noexcept {
  if constexpr (HasOneValue<FeatureVector>::value) {
    const auto value = features.value();
    const size_t size = features.size();
    for (size_t k = 0; k != size; ++k) { visit(features.index(k), value); }
  } else {
    for_each_feature(features, visit);
  }
}

/// Adds weights . features, or takes it off. (If they share a value, a small core multiplies by it once.)
/// `weights` is an array, or something that has weights[i].
template <int32_t sign, class Weights, class FeatureVector>
[[gnu::always_inline]] inline void add_runs(DotProduct& sum, const Weights& weights,
                                            const FeatureVector& features) noexcept {
  if constexpr (is_small_core && HasOneValue<FeatureVector>::value) {
    int32_t upper = 0;
    uint32_t lower = 0;
    for_each_active(features, [&](size_t i, auto) {
      const int32_t weight = weights[i].raw();
      upper += weight >> 16;
      lower += static_cast<uint32_t>(weight) << 16 >> 17;
    });
    sum.add(upper, lower, sign * features.value().raw());
  } else {
    for_each_active(features, [&](size_t i, auto x) { sum.add(weights[i].raw(), sign * x.raw()); });
  }
}

/// weights . (a - b)
template <class Weights, class FeatureVector>
[[gnu::noinline]] uint32_t difference_of_runs(Weights weights, const FeatureVector& a,
                                              const FeatureVector& b) noexcept {
  DotProduct sum;
  add_runs<1>(sum, weights, a);
  add_runs<-1>(sum, weights, b);
  return sum.rounded();
}

}  // namespace fixed
}  // namespace ballast
