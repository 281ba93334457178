#pragma once
/// The one place the version is written; CMake and the installed package read it from here.

#define BALLAST_VERSION_MAJOR 0
#define BALLAST_VERSION_MINOR 1
#define BALLAST_VERSION_PATCH 0
#define BALLAST_VERSION "0.1.0"
