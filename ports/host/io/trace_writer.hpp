#pragma once
/// The updates of a learner, one row each: `t,beta,eff_theta,eff_omega,znorm2,delta,proj,omega,theta_0,...`, in as few
/// digits as it takes to read the same number again.

#include <ballast/report.hpp>

#include <fmt/compile.h>

#include <vector>

#include "experiments/files/output_file.hpp"
#include "io/shortest_text.hpp"

namespace tool {

using ballast::experiments::OutputFile;

/// 1 for a joint ball; for separate balls 1 for the average reward and 2 for the weights, added.
inline int number_of(ballast::Projected projected) {
  return projected == ballast::Projected::jointly ? 1 : static_cast<int>(projected);
}

template <class T>
class TraceWriter {
 public:
  TraceWriter(OutputFile& out, std::size_t dimension) : out_(out), dimension_(dimension), theta_(dimension) {
    out_.print("t,beta,eff_theta,eff_omega,znorm2,delta,proj,omega");
    for (std::size_t i = 0; i < dimension; ++i) { out_.print(",theta_{}", i); }
    out_.print("\n");
  }

  /// `average_reward` and `weights` as they are after the update.
  void write(uint64_t t, T beta, const ballast::Report<T>& report, T average_reward, const T* weights) {
    char* at = out_.reserve(longest_field * (dimension_ + 8) + shortest_text_room);
    for (std::size_t i = 0; i < dimension_; ++i) { theta_[i] = ShortestText<T>(weights[i]); }
    at = fmt::format_to(at, FMT_COMPILE("{},"), t);
    at = beta_.write(at, beta);
    at = write_field(at, ShortestText<T>(report.weights_step_size));
    *at++ = ',';
    at = average_reward_step_size_.write(at, report.average_reward_step_size);
    at = write_field(at, ShortestText<T>(report.trace_norm2));
    at = write_field(at, ShortestText<T>(report.td_error));
    *at++ = ',';
    *at++ = static_cast<char>('0' + number_of(report.projected));
    at = write_field(at, ShortestText<T>(average_reward));
    for (const ShortestText<T>& weight : theta_) { at = write_field(at, weight); }
    *at++ = '\n';
    out_.commit(at);
  }

 private:
  static char* write_field(char* at, const ShortestText<T>& text) {
    *at = ',';
    return text.write(at + 1);
  }

  static constexpr std::size_t longest_field = 32;  // a double takes 24 characters at most, and a comma

  OutputFile& out_;
  std::size_t dimension_;
  std::vector<ShortestText<T>> theta_;
  RepeatedText<T> beta_;  // often constant
  RepeatedText<T> average_reward_step_size_;
};

}  // namespace tool
