#pragma once
/// Runs what a snapshot is of, a learner or an agent of any type, with the same bits as the template on the device: the
/// algorithm is the library's own code; only its arrays have the length that the snapshot says.

#include <ballast/control/sarsa.hpp>
#include <ballast/report.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/engine_learner.hpp"
#include "io/features.hpp"
#include "io/snapshot.hpp"

namespace tool {

template <class T>
class Player {
 public:
  Player() = default;
  virtual ~Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  // Of a learner:

  /// Features of another dimension, or with an index beyond it, are refused as feature_index_invalid. Returns report().
  virtual const ballast::Report<T>& update(const Features<T>& phi, T reward, const Features<T>& next) = 0;
  virtual void reset_trace() = 0;

  // Of an agent. The features are those of a state; bit a of `feasible` says whether action a may be taken (bits beyond
  // the number of actions are ignored).

  virtual ballast::Decision observe(const Features<T>& features, uint32_t feasible) = 0;
  virtual ballast::Decision tick(T reward, const Features<T>& features, uint32_t feasible) = 0;
  virtual ballast::Decision skip(uint32_t feasible) = 0;
  virtual void evaluate(bool only) = 0;
  /// Of the last update, refused or not.
  virtual const ballast::Report<T>& report() const = 0;

  // Of both:

  /// beta_t of the next update.
  virtual T step_size() const = 0;
  virtual T average_reward() const = 0;
  virtual T weight(std::size_t i) const = 0;
  /// The number of weights: of an agent, that of the features times that of the actions.
  virtual std::size_t dimension() const = 0;
  virtual bool is_agent() const = 0;
  /// What an update must stay below, or it is refused as an overflow.
  virtual UpdateLimit update_limit() const = 0;
  /// As it is now: to_bytes() makes the bytes that ballast::save writes on the device. Fingerprint and revision are as
  /// it was resumed from, and so are companions, which it does not run. Throws InputError, without a place, if it does
  /// not know the last features.
  Snapshot snapshot() const;
  /// The words of last features of a type of one's own are not known, once there are some: only the device can save
  /// them.
  virtual bool knows_last_features() const = 0;
  /// The same, whether it knows them or not.
  virtual Snapshot snapshot_but_features() const = 0;
};

/// Whether the next decision needs last features whose words this tool cannot read, because they are of a type of one's
/// own.
bool needs_unknown_features(const Snapshot& snapshot);

/// Goes on from a snapshot that was read (io/snapshot_bytes.hpp), of this scalar; in fixed point, T is double, which
/// has its numbers exactly. Throws InputError, without a place, if it is of an agent whose last features are invalid,
/// or of a type of one's own and needed.
template <class T>
std::unique_ptr<Player<T>> resume_player(const Snapshot& snapshot);

/// Starts from zero. `snapshot` has the settings, the number of weights and, for an agent, exploration, generator,
/// number of actions, type of the features and the length of `features`; all else is as after start(). Throws
/// InputError, without a place, if they are invalid.
template <class T>
std::unique_ptr<Player<T>> start_player(const Snapshot& snapshot);

}  // namespace tool
