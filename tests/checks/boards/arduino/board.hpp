#pragma once
/// The board that a sketch runs on in a test. The pins are the test's: it defines analogRead() and its like.

#include <Arduino.h>

#include "../host.hpp"

/// Calls loop() every `step` milliseconds for this long.
void run_sketch(unsigned long milliseconds, unsigned long step);
