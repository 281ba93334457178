#include "log/start.hpp"

#include <ballast/field/scale.hpp>

#include <cmath>

namespace tool {

namespace {

/// To two digits: 122.4 becomes 130.
double rounded_up(double x) {
  const double unit = std::pow(10.0, std::floor(std::log10(x)) - 1);
  return std::ceil(x / unit) * unit;
}

}  // namespace

Start start_for(const LogStatistics& log, const FeatureSummary& features, double lambda) {
  const bool is_long = lambda >= 0.8;
  const auto dimension = static_cast<double>(log.features().dimension());
  Start start;
  start.is_sparse = 8 * log.active().mean() <= dimension;
  start.without_ones = features.is_sum_constant && features.dead.count == 0;
  start.lambda = lambda;
  start.step_size = is_long ? 0.1 : 0.2;
  start.ratio = is_long ? 0.1 : 0.05;
  start.radius = features.is_sum_constant ? 10000 : 1000;
  const double width = log.reward().width() * reward_factor(log.reward());
  if (start.without_ones && width > 0) {
    start.value_range = 50 * width;
    start.radius = rounded_up(2 * std::sqrt(dimension) * start.value_range);
  }
  return start;
}

bool has_offset(const Moments& reward) {
  return !reward.is_constant() && std::abs(reward.mean()) > 8 * reward.deviation();
}

double scaled_size(const Moments& reward) {
  const double mean = has_offset(reward) ? reward.mean() : 0;
  return std::max(std::abs(reward.low() - mean), std::abs(reward.high() - mean));
}

double reward_factor(const Moments& reward) {
  const double size = scaled_size(reward);
  const bool is_fine = reward.is_constant() || (size <= 2 && size >= 1.0 / 16);
  return is_fine ? 1 : ballast::detail::power_of_two_below_one(size);
}

}  // namespace tool
