#include "experiments/trials/queue_model.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "experiments/files/error.hpp"

namespace ballast::experiments {
namespace {

constexpr std::uint32_t most_servers = 64;
constexpr std::uint32_t most_classes = 16;

/// The number as it was written: 0.06 stands for 6/100, not for the double next to it.
oracle::Scalar as_written(double x) {
  return std::strtold(fmt::format("{}", x).c_str(), nullptr);
}

oracle::Mdp exact_queue(const QueueSizes& sizes) {
  if (sizes.servers < 1 || sizes.servers > most_servers) {
    throw InputError(fmt::format("a queue has between 1 and {} servers, not {}", most_servers, sizes.servers));
  }
  if (sizes.classes < 1 || sizes.classes > most_classes) {
    throw InputError(fmt::format("a queue has between 1 and {} classes, not {}", most_classes, sizes.classes));
  }
  const double p = sizes.completion_probability;
  if (!(p > 0.0 && p < 1.0)) { throw InputError(fmt::format("a completion probability is in (0, 1), not {}", p)); }
  return oracle::make_mdp(oracle::AccessControl{sizes.servers, sizes.classes, as_written(p)});
}

}  // namespace

QueueModel::QueueModel(const QueueSizes& sizes)
    : mdp(exact_queue(sizes)), optimum(oracle::relative_value_iteration(mdp)) {}

}  // namespace ballast::experiments
