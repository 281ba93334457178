// Compiled by rff_header.cmake beside a table that the tool has written. drawn <seed>: 0 if it is the one that is drawn
// from this seed, 1 if not.
#include <table.hpp>

#include <cstdlib>
#include <cstring>

namespace {

template <class T, size_t Inputs, size_t Components>
int compare(const ballast::RandomFourierTable<T, Inputs, Components>& written, uint64_t seed) {
  static ballast::RandomFourierTable<T, Inputs, Components> drawn;
  constexpr double gammas_in_double[] = {GAMMAS};
  T gammas[sizeof gammas_in_double / sizeof(double)];
  size_t i = 0;
  for (const double gamma : gammas_in_double) { gammas[i++] = static_cast<T>(gamma); }
  if (ballast::draw_random_fourier(drawn, gammas, seed) != ballast::Status::ok) { return 2; }
  return std::memcmp(&drawn, &written, sizeof drawn) == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return argc == 2 ? compare(table, std::strtoull(argv[1], nullptr, 10)) : 3;
}
