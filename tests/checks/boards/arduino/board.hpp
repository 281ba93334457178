#pragma once
/// The board that a sketch runs on in a test. The pins are the test's: it defines analogRead() and its like.

#include <Arduino.h>

#include "../host.hpp"

/// Calls loop() every `step` milliseconds for this long.
void run_sketch(unsigned long milliseconds, unsigned long step);

/// What analogRead() gives for the supply voltage: 4096 as on an ESP32, until analogReadResolution() is called.
extern int full_scale;

/// What is printed before this time, in milliseconds, is lost.
extern unsigned long usb_connects_at;
