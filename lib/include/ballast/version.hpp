#pragma once
/// The one place the version is written; CMake and the installed package read it from here.

/// Before 1.0 a minor version may break programs; docs/RELEASING.md has the rule.
#define BALLAST_VERSION_MAJOR 0
/// Counts what is new, and changes of bits.
#define BALLAST_VERSION_MINOR 2
/// Counts corrections that change no interface and no bits.
#define BALLAST_VERSION_PATCH 0
/// All three, as text.
#define BALLAST_VERSION "0.2.0"
