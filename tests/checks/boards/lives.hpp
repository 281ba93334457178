#pragma once
/// Runs a program several times with a memory that outlives it, as a board is reset. Each life is a process.

#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.hpp"

/// Memory that all lives share, erased.
inline uint8_t* lasting_memory(size_t bytes) {
  void* shared = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  require(shared != MAP_FAILED, "memory that two processes share");
  memset(shared, 0xFF, bytes);
  return static_cast<uint8_t*>(shared);
}

/// live() must end its process with 0.
template <class Live>
void in_a_life(Live live) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    live();
    exit(0);
  }
  int status = 0;
  require(waitpid(child, &status, 0) == child && status == 0, "a life ends well");
}
