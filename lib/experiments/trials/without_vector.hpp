#pragma once
/// ballast::WithoutDirection, for a direction whose length is known at run time.

#include <ballast/detail/constant_direction.hpp>
#include <ballast/report.hpp>
#include <ballast/status.hpp>

#include <vector>

namespace ballast::experiments {

template <class Base>
struct WithoutVector : Base {
  using Arithmetic = typename Base::Traits::Arithmetic;
  struct Traits : Base::Traits {
    static constexpr bool removes_direction = true;
    static void prepare(WithoutVector& projection) {
      ballast::detail::make_unit(projection.direction.data(), projection.direction.size());
    }
  };

  std::vector<typename Arithmetic::Weight> direction;

  ballast::Status validate() const {
    const bool has_direction = ballast::detail::has_direction(direction.data(), direction.size());
    return has_direction ? Base::validate() : ballast::Status::invalid_direction;
  }

  template <class Weights>
  ballast::Projected project(const Weights& weights, typename Base::Traits::SquaredNorm norm2,
                             typename Base::Traits::Value& average_reward) const {
    const ballast::Projected projected = Base::project(weights, norm2, average_reward);
    weights.remove_direction(direction.data());
    return projected;
  }
};

/// The same, or without a direction what Base does: one type for both.
template <class Base>
struct PerhapsWithoutVector : WithoutVector<Base> {
  ballast::Status validate() const {
    return this->direction.empty() ? Base::validate() : WithoutVector<Base>::validate();
  }

  template <class Weights>
  ballast::Projected project(const Weights& weights, typename Base::Traits::SquaredNorm norm2,
                             typename Base::Traits::Value& average_reward) const {
    return this->direction.empty() ? Base::project(weights, norm2, average_reward)
                                   : WithoutVector<Base>::project(weights, norm2, average_reward);
  }
};

}  // namespace ballast::experiments
