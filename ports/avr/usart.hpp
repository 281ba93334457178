#pragma once
/// The console without its checks, for what happens when a program ends.

namespace board {

void send(char character);
void send(const char* text);

/// If what was sent last was not the end of a line.
void end_line();

/// Ends the program if the stack has come down to the variables. Done whenever text is written, because a program whose
/// variables are overwritten may not come to its end.
void check_stack();

}  // namespace board
