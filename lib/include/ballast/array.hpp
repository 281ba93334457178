#pragma once
/// A fixed number of values: the dense features, the weights and the inputs of this library. It is used like an
/// etl::array or a std::array, and converts from them and to them. It is not one of them, because `etl/array.h`
/// includes `algorithm`, `functional`, `iterator` and `memory`, which take longer to compile than all the rest of a
/// program.
///
///   Learner::Features phi{};                                 // an ArrayOf<float, 4>: all zero
///   phi[2] = 1.0F;
///   Report report = learner.update(phi, reward, {{0, 0, 0, 1}});
///   const etl::array<float, 4> weights = learner.weights();  // a copy; include etl/array.h for it
///
/// There is no `assign`, `insert`, `erase` or `rbegin`.

#include <ballast/detail/compiler.hpp>

#include <stddef.h>

#include <etl/initializer_list.h>  // for (x : {1, 2, 3}), which programs had from <etl/array.h>
#include <etl/type_traits.h>
#include <etl/utility.h>

namespace ballast {
namespace detail {

template <class Features, class = void>
struct DescribesItself : etl::false_type {};
template <class Features>
struct DescribesItself<Features, etl::void_t<typename Features::Feature>> : etl::true_type {};

template <class Array, class T, size_t N, class = void>
struct HoldsOnly : etl::false_type {};
template <class Array, class T, size_t N>
struct HoldsOnly<Array, T, N, etl::void_t<decltype(etl::declval<const Array&>().data())>>
    : etl::bool_constant<etl::is_same<decltype(etl::declval<const Array&>().data()), const T*>::value &&
                         sizeof(Array) == N * sizeof(T) && !DescribesItself<Array>::value> {};

/// Whether this is an array of N values T and nothing else: ArrayOf, etl::array, std::array and the like. A vector of
/// up to N values is not, nor is a feature vector that describes itself (features/run.hpp).
template <class Array>
struct ArrayTraits : etl::false_type {};
template <template <class, size_t> class Array, class T, size_t N>
struct ArrayTraits<Array<T, N>> : HoldsOnly<Array<T, N>, T, N> {
  using Value = T;
  static constexpr size_t size = N;
};

template <class Array>
constexpr bool is_array = ArrayTraits<Array>::value;

template <class T>
struct NotDeducedFrom {
  using type = T;
};
/// T, as the type of a parameter that takes what converts to T, in a template that knows T from another one.
template <class T>
using NotDeduced = typename NotDeducedFrom<T>::type;

}  // namespace detail

/// N values of type T.
template <class T, size_t N>
class ArrayOf {
  static constexpr size_t stored = N == 0 ? 1 : N;

 public:
  using value_type = T;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using pointer = T*;
  using const_pointer = const T*;
  using iterator = T*;
  using const_iterator = const T*;

  /// How many values.
  static constexpr size_t SIZE = N;  // NOLINT(readability-identifier-naming): as in etl::array

  /// `ArrayOf<T, N> values{}` is all zero; without braces the values are those that were in memory.
  ArrayOf() = default;
  /// From a list in two pairs of braces, {{0, 0, 0, 1}}. What is missing at its end is zero.
  constexpr ArrayOf(const T (&values)[stored]) noexcept : values_{} {
    for (size_t i = 0; i < stored; ++i) { values_[i] = values[i]; }
  }
  /// From a list in one pair of braces.
  template <class Only, class = etl::enable_if_t<etl::is_convertible<Only, T>::value>>
  explicit constexpr ArrayOf(Only only) noexcept : values_{static_cast<T>(only)} {}
  /// From a list in one pair of braces.
  template <class... More>
  constexpr ArrayOf(T first, T second, More... more) noexcept : values_{first, second, static_cast<T>(more)...} {}
  /// From an array of another library.
  template <template <class, size_t> class Other, class = etl::enable_if_t<detail::is_array<Other<T, N>>>>
  constexpr ArrayOf(const Other<T, N>& other) noexcept : values_{} {
    for (size_t i = 0; i < N; ++i) { values_[i] = other[i]; }
  }
  /// To an array of another library.
  template <template <class, size_t> class Other, class = etl::enable_if_t<detail::is_array<Other<T, N>>>>
  constexpr operator Other<T, N>() const noexcept {
    Other<T, N> other{};
    for (size_t i = 0; i < N; ++i) { other[i] = values_[i]; }
    return other;
  }

  /// The i-th value, for i below N: not checked.
  constexpr T& operator[](size_t i) noexcept { return values_[i]; }
  /// The i-th value, for i below N: not checked.
  constexpr const T& operator[](size_t i) const noexcept { return values_[i]; }
  /// The i-th value. Stops the program unless i is below N.
  constexpr T& at(size_t i) noexcept { return values_[checked(i)]; }
  /// The i-th value. Stops the program unless i is below N.
  constexpr const T& at(size_t i) const noexcept { return values_[checked(i)]; }
  /// The first value.
  constexpr T& front() noexcept { return values_[0]; }
  /// The first value.
  constexpr const T& front() const noexcept { return values_[0]; }
  /// The last value.
  constexpr T& back() noexcept { return values_[N - 1]; }
  /// The last value.
  constexpr const T& back() const noexcept { return values_[N - 1]; }
  /// All values, one after the other.
  constexpr T* data() noexcept { return values_; }
  /// All values, one after the other.
  constexpr const T* data() const noexcept { return values_; }

  /// From the first value ...
  constexpr T* begin() noexcept { return values_; }
  /// From the first value ...
  constexpr const T* begin() const noexcept { return values_; }
  /// From the first value ...
  constexpr const T* cbegin() const noexcept { return values_; }
  /// ... to the last.
  constexpr T* end() noexcept { return values_ + N; }
  /// ... to the last.
  constexpr const T* end() const noexcept { return values_ + N; }
  /// ... to the last.
  constexpr const T* cend() const noexcept { return values_ + N; }

  /// N
  constexpr size_t size() const noexcept { return N; }
  /// N
  constexpr size_t max_size() const noexcept { return N; }
  /// Whether N is 0.
  constexpr bool empty() const noexcept { return N == 0; }

  /// Makes all values the same.
  constexpr void fill(const T& value) noexcept {
    const T copy = value;  // it may be one of them
    for (T& x : *this) { x = copy; }
  }
  /// Exchanges all values.
  constexpr void swap(ArrayOf& other) noexcept {
    const ArrayOf copy = other;
    other = *this;
    *this = copy;
  }

  /// Whether all values are equal.
  friend constexpr bool operator==(const ArrayOf& a, const ArrayOf& b) noexcept {
    for (size_t i = 0; i < N; ++i) {
      if (!(a.values_[i] == b.values_[i])) { return false; }
    }
    return true;
  }
  /// Whether any value differs.
  friend constexpr bool operator!=(const ArrayOf& a, const ArrayOf& b) noexcept { return !(a == b); }

 private:
  static constexpr size_t checked(size_t i) noexcept {
    if (i >= N) { __builtin_trap(); }
    return i;
  }

  T values_[stored];
};

}  // namespace ballast
