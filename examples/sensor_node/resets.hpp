#pragma once
/// A month at one site in which the node is reset again and again, at random moments, also while it saves.

#include <ballast/ballast.hpp>

#include <stdint.h>

#include <etl/placement_new.h>

#include "flash.hpp"
#include "month.hpp"
#include "node.hpp"

namespace sensor_node {

/// Every other day, on average. Half of the resets hit the next save, in one of its writes to the flash; the other half
/// come while the node sleeps.
class Outages {
 public:
  static constexpr uint32_t writes_of_a_save = 502;  // erases a slot, and programs 8004 bytes, 16 at a time

  explicit Outages(uint64_t seed) : random_(seed) {}

  /// In the ten minutes before this tick.
  bool is_now() { return random_.below(2 * ticks_per_day) == 0; }
  bool is_while_saving() { return random_.below(2) == 0; }
  uint32_t operation() { return random_.below(writes_of_a_save); }

 private:
  ballast::Random random_;
};

/// The board: what is in the node is lost in a reset, what is in the flash is not.
struct Board {
  Flash flash;
  Node<Flash>* node = nullptr;
  alignas(Node<Flash>) uint8_t ram[sizeof(Node<Flash>)];

  uint32_t updates() const { return node->controller().agent().learner().updates(); }

  bool reset(uint64_t seed) {
    flash.restore_power();
    node = new (ram) Node<Flash>(flash);
    return node->boot(seed) == ballast::Status::ok;
  }
};

/// What the resets have cost.
struct Resets {
  uint32_t count = 0;
  uint32_t while_saving = 0;
  uint32_t most_lost = 0;  // ticks that were learned from, in the worst of them

  void after_tick(const Board&) {}
  void after_reset(const Board&, uint32_t lost, bool was_saving) {
    ++count;
    while_saving += was_saving ? 1U : 0U;
    most_lost = lost > most_lost ? lost : most_lost;
  }
};

/// `watch` counts, as above. The same months as without resets: the same clouds and failures.
template <class Watch>
Month month_with_resets(uint64_t site_seed, Board& board, Watch& watch) {
  Outages outages(site_seed);
  const auto reset = [&] {
    const uint32_t learned = board.updates();
    const bool was_saving = !board.flash.has_power();
    (void)board.reset(site_seed);
    watch.after_reset(board, learned - board.updates(), was_saving);
  };
  board.flash.clear();
  if (!board.reset(site_seed)) { return {}; }
  return live_through(site_seed, [&](const Outcome& outcome) {
    if (outages.is_now()) {
      if (outages.is_while_saving()) {
        board.flash.lose_power_in(outages.operation());
      } else {
        reset();
      }
    }
    const uint32_t reports = board.node->tick(outcome);
    watch.after_tick(board);
    if (board.flash.has_power()) { return reports; }
    reset();
    return uint32_t{0};  // it had not sent them yet
  });
}

}  // namespace sensor_node
