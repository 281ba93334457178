#include "experiments/trials/feature_map.hpp"

#include <fmt/format.h>

#include <cmath>

#include "experiments/files/error.hpp"

namespace ballast::experiments {
namespace {

constexpr std::size_t most_features = std::size_t{1} << 20U;  // more would not be learned in any run

void require(bool holds, const std::string& message) {
  if (!holds) { throw InputError(message); }
}

void check(const FourierFeatures& features, const ControlInputs& inputs) {
  const std::size_t bandwidths = features.gammas.size();
  const std::size_t observed = inputs.ranges.size();
  require(bandwidths > 0, "random Fourier features have at least one gamma");
  require(features.components > 0 && features.components <= most_features,
          fmt::format("between 1 and {} random Fourier features, not {}", most_features, features.components));
  require(features.components % bandwidths == 0,
          fmt::format("{} features cannot be shared equally among {} gammas", features.components, bandwidths));
  for (const double gamma : features.gammas) {
    require(ballast::is_gamma(static_cast<float>(gamma)),
            fmt::format("gamma must be above 0 and finite, not {}", gamma));
  }
  require(features.input_scale.size() == observed,
          fmt::format("an input scale for each of {} observations, not {}", observed, features.input_scale.size()));
  for (const double scale : features.input_scale) {
    require(std::isfinite(static_cast<float>(scale)), fmt::format("an input scale must be finite, not {}", scale));
  }
}

void check(const TileFeatures& features, const ControlInputs& inputs) {
  const std::size_t tilings = features.tilings;
  const std::size_t observed = inputs.ranges.size();
  require(tilings > 0 && tilings <= 1024 && (tilings & (tilings - 1)) == 0,
          fmt::format("the number of tilings is a power of two up to 1024, not {}", tilings));
  require(features.tiles.size() == observed,
          fmt::format("a number of tiles for each of {} observations, not {}", observed, features.tiles.size()));
  std::size_t count = tilings;
  for (const std::size_t n : features.tiles) {
    require(n > 0 && n <= most_features / count,
            fmt::format("each observation has at least one tile, and there are at most {} in all", most_features));
    count *= n;
  }
}

void check(const TableFeatures& /*features*/, const ControlInputs& inputs) {
  require(inputs.states > 0, "a table needs states that can be counted");
}

}  // namespace

void check(const ControlFeatures& features, const ControlInputs& inputs) {
  std::visit([&](const auto& chosen) { check(chosen, inputs); }, features);
}

}  // namespace ballast::experiments
