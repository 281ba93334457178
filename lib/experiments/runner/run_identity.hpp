#pragma once
/// What the outcomes of a run depend on, so that those of different runs are never mixed.

#include <string>

namespace ballast::experiments {

/// Two runs with the same kind, version and text have the same outcomes.
struct RunIdentity {
  std::string kind;     ///< the command: "reproduce"
  std::string version;  ///< of Ballast
  std::string text;     ///< the first line: options that change outcomes, "--seed 1 --quick"; then, if the run has an
                        ///< experiment file, that file
  std::string command;  ///< for messages, not compared: "ballast reproduce --seed 1 --quick"
};

/// The first difference: "another seed: 1 and 2", "Ballast 0.2.0 and 0.3.0", "another experiment". Empty if the runs
/// are the same.
std::string difference(const RunIdentity& a, const RunIdentity& b);

}  // namespace ballast::experiments
