#pragma once
/// gnuplot, as a child process without a shell: the script goes in, what it draws comes back. Neither passes through a
/// named file, so there is nothing to quote and nothing to clean up.

#include <string>

namespace ballast::experiments {

/// Throws InputError unless there is a gnuplot that can be run: to be asked before anything long is computed.
void require_gnuplot();

/// What gnuplot writes to its standard output. Settings of the user or of the machine are not looked at.
std::string run_gnuplot(const std::string& script);

/// A text as a gnuplot string, whatever is in it.
std::string quoted(const std::string& text);

}  // namespace ballast::experiments
