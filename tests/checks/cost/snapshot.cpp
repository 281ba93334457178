// What it costs to keep a learner of 64 features in flash: writing a snapshot, finding that nothing has changed, and
// resuming after a reset. The flash is an array here; what its functions take is not counted (footprint.cpp).

#include <ballast/learner.hpp>
#include <ballast/snapshot_store.hpp>

#include <etl/array.h>

using ballast::Status;

constexpr uint32_t snapshots = 8;
using Learner = ballast::Learner<float, 64>;

struct Flash {
  static constexpr uint32_t slots = 4;
  static constexpr uint32_t slots_per_erase = 2;
  static constexpr uint32_t slot_bytes = 1024;
  static constexpr uint32_t program_bytes = 8;
  static constexpr uint8_t erased = 0xFF;

  [[gnu::noipa]] bool read(uint32_t address, uint8_t* to, size_t count) {
    for (size_t i = 0; i < count; ++i) { to[i] = bytes[address + i]; }
    return true;
  }
  [[gnu::noipa]] bool program(uint32_t address, const uint8_t* from, size_t count) {
    for (size_t i = 0; i < count; ++i) { bytes[address + i] = from[i]; }
    return true;
  }
  [[gnu::noipa]] bool erase(uint32_t address) {
    for (uint32_t i = 0; i < slots_per_erase * slot_bytes; ++i) { bytes[address + i] = erased; }
    return true;
  }

  uint8_t bytes[slots * slot_bytes];
};

using Store = ballast::SnapshotStore<Flash>;
Flash flash;
Learner learner;

/// Its size is the RAM of the store.
Store store(flash);

// Each is called from one place, and so has an entry and a return to count between.
[[gnu::noipa]] Status saving(Store& to) {
  return to.save(learner, 1);
}
[[gnu::noipa]] Status unchanged(Store& to) {
  return to.save(learner, 1);
}
[[gnu::noipa]] Status resuming(Store& from) {
  return from.resume(learner, 1);
}

int main() {
  etl::array<float, 64> phi{};
  static_assert(ballast::snapshot_bytes<Learner> == SNAPSHOT_BYTES, "footprint.cpp counts by the byte");
  if (learner.start(Learner::Config()) != Status::ok) { return 1; }
  for (uint32_t i = 0; i < snapshots; ++i) {
    phi[i] = 1.0F;
    if (learner.update(phi, 1.0F, phi).status != Status::ok) { return 1; }
    if (saving(store) != Status::ok || unchanged(store) != Status::ok) { return 1; }
    Store after_reset(flash);
    if (resuming(after_reset) != Status::ok) { return 1; }
  }
  return store.failures() == 0 && learner.updates() == snapshots ? 0 : 1;
}
