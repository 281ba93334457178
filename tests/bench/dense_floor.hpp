#pragma once
/// What memory allows: the loads and stores of an update, in the widest vectors, with exclusive or instead of
/// arithmetic. They happen in the order of an update: what is stored depends on everything that was loaded in the first
/// pass.

#include <ballast/array.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "dense_state.hpp"

namespace bench {

template <class T, std::size_t Dimension>
class DenseFloor : public DenseState<T, Dimension> {
 public:
  int update(const ballast::ArrayOf<T, Dimension>& phi, T reward, const ballast::ArrayOf<T, Dimension>& next) {
    const Vector mixed = first_pass(phi.data(), next.data());
    __asm__ volatile("" ::: "memory");  // the second pass loads again: a compiler that keeps everything spills it
    second_pass(phi.data(), mixed);
    this->average_reward = reward;
    ++this->updates;
    return 0;
  }

 private:
  using Word = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
#if defined(__AVX2__)
  static constexpr std::size_t vector_bytes = Dimension * sizeof(T) < 32 ? 16 : 32;
#else
  static constexpr std::size_t vector_bytes = 16;
#endif
  static constexpr std::size_t lanes = vector_bytes / sizeof(T);
  typedef Word Vector __attribute__((vector_size(vector_bytes)));

  template <class Bits>
  [[gnu::always_inline]] static Bits load(const T* from) {
    Bits bits;
    std::memcpy(&bits, from, sizeof bits);
    return bits;
  }
  template <class Bits>
  [[gnu::always_inline]] static void store(T* to, Bits bits) {
    std::memcpy(to, &bits, sizeof bits);
  }

  /// pass(i, bits, k): of a vector or of a single word at i; in turns for k = 0, 1, 2, 3.
  template <class Pass>
  [[gnu::always_inline]] static void for_all(Pass pass) {
    constexpr std::size_t fours = Dimension / (4 * lanes) * (4 * lanes);
    constexpr std::size_t vectors = Dimension / lanes * lanes;
    for (std::size_t i = 0; i < fours; i += 4 * lanes) {
      pass(i, Vector{}, 0);
      pass(i + lanes, Vector{}, 1);
      pass(i + 2 * lanes, Vector{}, 2);
      pass(i + 3 * lanes, Vector{}, 3);
    }
    for (std::size_t i = fours; i < vectors; i += lanes) { pass(i, Vector{}, 0); }
    if constexpr (vectors < Dimension) {
      for (std::size_t i = vectors; i < Dimension; ++i) { pass(i, Word{}, 1); }
    }
  }

  [[gnu::always_inline]] Vector first_pass(const T* phi, const T* next) const {
    Vector sums[4]{};
    for_all([&](std::size_t i, auto bits, int k) {
      using Bits = decltype(bits);
      const Bits z = load<Bits>(this->trace + i) ^ load<Bits>(phi + i);
      sums[k] ^= z ^ load<Bits>(this->weights + i) ^ load<Bits>(next + i);
#if defined(__clang__)
      __asm__("" : "+x"(sums[k]));  // else it makes one chain of the four sums
#endif
    });
    return (sums[0] ^ sums[1]) ^ (sums[2] ^ sums[3]);
  }

  [[gnu::always_inline]] void second_pass(const T* phi, Vector mixed) {
    for_all([&](std::size_t i, auto bits, int /*k*/) {
      using Bits = decltype(bits);
      const Bits z = load<Bits>(this->trace + i) ^ load<Bits>(phi + i);
      store(this->trace + i, z);
      if constexpr (sizeof(Bits) == sizeof(Word)) {
        store(this->weights + i, load<Bits>(this->weights + i) ^ z ^ mixed[0]);
      } else {
        store(this->weights + i, load<Bits>(this->weights + i) ^ z ^ mixed);
      }
    });
  }
};

}  // namespace bench
