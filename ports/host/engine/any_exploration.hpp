#pragma once
/// ballast::EpsilonSteps with any number of steps.

#include "experiments/trials/epsilons.hpp"

namespace tool {

template <class T>
using AnyExploration = ballast::experiments::EpsilonsOfLength<T>;

}  // namespace tool
