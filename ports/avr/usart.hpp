#pragma once

namespace board {

/// Whether what was written last was not the end of a line.
extern bool is_line_open;

}  // namespace board
