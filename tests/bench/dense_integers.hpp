#pragma once
/// Fixed point as it is written first: 16 bits for features and trace, 32 for weights, 64 for sums, one division. No
/// projection, no checks.

#include <ballast/array.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bench {

template <class Number, std::size_t Dimension>
class DenseIntegers {
 public:
  using Value = int32_t;
  using Features = ballast::ArrayOf<Number, Dimension>;

  int update(const Features& phi, int32_t reward, const Features& next) {
    const int32_t error = (reward << 15) - average_reward_;
    int64_t td_error = int64_t{error} << 15;
    for (std::size_t i = 0; i < Dimension; ++i) { td_error += int64_t{weights_[i]} * (next[i].raw() - phi[i].raw()); }
    int64_t norm2 = 0;
    for (std::size_t i = 0; i < Dimension; ++i) {
      trace_[i] = static_cast<int16_t>(trace_[i] / 4 + phi[i].raw() / 2);
      norm2 += trace_[i] * trace_[i];
    }
    const int64_t step = td_error / ((int64_t{1} << 29) / 8192 + norm2 / 16384);
    for (std::size_t i = 0; i < Dimension; ++i) { weights_[i] += static_cast<int32_t>(step * trace_[i] >> 15); }
    average_reward_ += error / 21;
    return 0;
  }

 private:
  int32_t average_reward_ = 0;
  std::vector<int32_t> weights_ = std::vector<int32_t>(Dimension);
  std::vector<int16_t> trace_ = std::vector<int16_t>(Dimension);
};

}  // namespace bench
