#pragma once
/// gnuplot, as a child process without a shell: it reads the script and returns the drawing. Neither is in a named
/// file, so there is nothing to quote and nothing to clean up.

#include <string>

namespace ballast::experiments {

/// Throws InputError unless gnuplot can be run: to be called before anything long is computed.
void require_gnuplot();

/// What gnuplot writes to its standard output. Settings of the user or of the machine are ignored.
std::string run_gnuplot(const std::string& script);

/// Any text as a gnuplot string.
std::string quoted(const std::string& text);

}  // namespace ballast::experiments
