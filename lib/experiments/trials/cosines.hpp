#pragma once
/// cos(x) of many angles, with the bits of ballast::cosine, in a third of the time. In plain double arithmetic, two at
/// a time, which leaves about one angle in thirty to ballast::cosine itself: see cosines.cpp.

#include <cstddef>

namespace ballast::experiments {

/// `cosines` may be `angles`.
void to_cosines(const float* angles, float* cosines, std::size_t n);
void to_cosines(const double* angles, double* cosines, std::size_t n);

}  // namespace ballast::experiments
