#pragma once
/// `ballast replay` of a binary log.

#include <memory>

#include "commands/replay_options.hpp"
#include "io/input_file.hpp"

namespace tool {

/// The exit code: 1 if something was computed otherwise than it was recorded.
int replay_recorded(const ReplayOptions& options, std::unique_ptr<InputFile> file);

}  // namespace tool
