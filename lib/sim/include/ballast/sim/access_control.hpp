#pragma once
/// The access-control queue: customers of C classes arrive one a step and are accepted onto one of n servers or
/// rejected; each busy server becomes free with probability p a step. Accepting class c pays 2^c / 2^C. An environment
/// for control; see environment.hpp.

#include <ballast/control/action_set.hpp>
#include <ballast/math/random.hpp>

#include <stdint.h>

#include <etl/array.h>

namespace ballast {
namespace sim {

/// The queue of the paper: 10 servers and 4 classes of customers.
template <class T>
struct PaperQueue {
  /// n.
  static constexpr uint32_t servers = 10;
  /// C: class c pays 2^c / 2^C.
  static constexpr uint32_t classes = 4;
  /// p: of each busy server, in each step.
  static constexpr T completion_probability = static_cast<T>(0.06);
};

/// A queue of the paper's sizes. `Sizes` may be another type with members of these names, constants or variables, with
/// at least one server and between 1 and 31 classes.
template <class T, class Sizes = PaperQueue<T>>
class AccessControl : public Sizes {
 public:
  using Value = T;
  using Observation = etl::array<T, 2>;
  using Sizes::classes;
  using Sizes::completion_probability;
  using Sizes::servers;

  /// Accept or reject.
  static constexpr uint32_t actions = 2;
  /// Possible only while a server is free.
  static constexpr uint32_t accept = 0;
  /// Pays nothing.
  static constexpr uint32_t reject = 1;

  constexpr AccessControl() noexcept = default;
  /// Of these sizes, where they are variables.
  constexpr explicit AccessControl(const Sizes& sizes) noexcept : Sizes(sizes) {}

  /// 0, ..., servers.
  uint32_t free_servers() const noexcept { return free_servers_; }
  uint32_t customer_class() const noexcept { return customer_class_; }  ///< 1, ..., classes

  /// All servers free, a customer of any class.
  void start(Random& random) noexcept {
    free_servers_ = servers;
    customer_class_ = 1 + random.below(classes);
  }

  /// For tests and for evaluating a policy state by state.
  void set(uint32_t free_servers, uint32_t customer_class) noexcept {
    free_servers_ = free_servers <= servers ? free_servers : servers;
    customer_class_ = customer_class >= 1 && customer_class <= classes ? customer_class : 1;
  }

  /// The state rescaled to [0, 1]: free servers, class.
  Observation observation() const noexcept {
    const uint32_t other_classes = classes > 1 ? classes - 1 : 1;
    return {{static_cast<T>(free_servers_) / static_cast<T>(servers),
             static_cast<T>(customer_class_ - 1) / static_cast<T>(other_classes)}};
  }

  /// Both, or reject alone while all servers are busy.
  ActionSet<actions> feasible() const noexcept {
    return free_servers_ > 0 ? ActionSet<actions>::all() : ActionSet<actions>().with(reject);
  }
  /// Whether this action may be taken now.
  bool is_feasible(uint32_t action) const noexcept { return feasible().contains(action); }

  /// An action that is not feasible counts as reject.
  T step(uint32_t action, Random& random) noexcept {
    const bool accepts = action == accept && is_feasible(accept);
    const T reward = accepts ? static_cast<T>(1U << customer_class_) / static_cast<T>(1U << classes) : T{0};
    free_servers_ -= accepts ? 1U : 0U;
    const uint32_t busy = servers - free_servers_;
    for (uint32_t server = 0; server < busy; ++server) {
      free_servers_ += random.uniform<T>() < completion_probability ? 1U : 0U;
    }
    customer_class_ = 1 + random.below(classes);
    return reward;
  }

 private:
  uint32_t free_servers_ = servers;
  uint32_t customer_class_ = 1;
};

}  // namespace sim
}  // namespace ballast
