#pragma once
inline uint32_t next(uint32_t x) {
  return x + 1;
}
