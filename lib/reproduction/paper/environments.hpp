#pragma once
/// The environments of the paper, as its figures have them.

#include "experiments/trials/environment.hpp"
#include "reproduction/paper/options.hpp"

namespace ballast::reproduction::paper {

using namespace experiments;

constexpr double lambda = 0.25;

/// The random MRP's: longer walks on its instances draw them again.
constexpr std::uint64_t mrp_number = 0;

// The names of environments that are looked up by name.
constexpr const char* access_control_name = "access_control";
constexpr const char* pendulum_name = "pendulum";

Environment mrp(const Options& options);
Environment boyan(const Options& options);

}  // namespace ballast::reproduction::paper
