#pragma once
inline float half(float x) {
  return static_cast<float>(x * 0.5);
}
