#pragma once
/// A learner of Ballast as a contender, with the settings of all others.

#include <ballast/status.hpp>

#include <stdexcept>
#include <string>

#include "timed.hpp"

namespace bench {

template <class Learner>
void start(Learner& learner, double lambda = 0.25) {
  using Config = typename Learner::Config;
  if (learner.start(Config()
                        .lambda(static_cast<decltype(Learner::Settings::lambda)>(lambda))
                        .ratio(static_cast<decltype(Learner::Settings::ratio)>(0.1))
                        .step_size(static_cast<typename Learner::Settings::Schedule::Rate>(0.5))) !=
      ballast::Status::ok) {
    throw std::logic_error("a configuration is refused");
  }
}

template <class Learner, class Data>
void add_learner(const std::string& of_case, const char* contender, const Data& data, std::size_t offset = 0) {
  add_updates<Learner>(
      of_case, contender, [](Learner& learner) { start(learner); }, data, Data::transitions, offset);
}

}  // namespace bench
