#include <ballast/oracle/access_control.hpp>

#include <cmath>

#include "message.hpp"

namespace ballast::oracle {

namespace {

// P(Y = y) for Y ~ Binomial(n, p).
Scalar binomial(Index n, Index y, Scalar p) {
  Scalar probability = 1;
  for (Index i = 0; i < y; ++i) { probability *= p * static_cast<Scalar>(n - i) / static_cast<Scalar>(i + 1); }
  for (Index i = y; i < n; ++i) { probability *= 1 - p; }
  return probability;
}

// With `free` servers left after the action, each busy one completes on its own, and a new customer comes.
Vector next_from(const AccessControl& queue, Index free) {
  Vector next(queue.states());
  const Index busy = queue.servers - free;
  for (Index completed = 0; completed <= busy; ++completed) {
    const Scalar probability = binomial(busy, completed, queue.completion) / static_cast<Scalar>(queue.classes);
    for (Index customer = 1; customer <= queue.classes; ++customer) {
      next(queue.state(free + completed, customer)) += probability;
    }
  }
  return next;
}

std::vector<Choice> choices_in(const AccessControl& queue, Index free, Index customer) {
  std::vector<Choice> choices;
  if (free > 0) {
    const Scalar pay = std::ldexp(Scalar{1}, static_cast<int>(customer - queue.classes));
    choices.push_back({AccessControl::accept, pay, next_from(queue, free - 1)});
  }
  choices.push_back({AccessControl::reject, 0, next_from(queue, free)});
  return choices;
}

}  // namespace

Mdp make_mdp(const AccessControl& queue) {
  if (queue.servers < 1 || queue.classes < 1) { fail("access control: there must be a server and a class"); }
  if (!(queue.completion > 0 && queue.completion < 1)) {
    fail("access control: the probability of completion is ", queue.completion, ", it must be in (0, 1)");
  }
  std::vector<std::vector<Choice>> states;
  for (Index free = 0; free <= queue.servers; ++free) {
    for (Index customer = 1; customer <= queue.classes; ++customer) {
      states.push_back(choices_in(queue, free, customer));
    }
  }
  return make_mdp(std::move(states));
}

}  // namespace ballast::oracle
