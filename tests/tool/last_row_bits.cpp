// The bits of omega and theta in the last row of what `ballast replay --scalar float` wrote, as a device prints them.

#include <ballast/math/ieee754.hpp>

#include <charconv>
#include <cstdio>
#include <fstream>
#include <string>

int main(int argc, char** argv) {
  if (argc != 2) { return 2; }
  std::ifstream file(argv[1]);
  std::string last;
  for (std::string line; std::getline(file, line);) { last = line; }
  const char* at = last.data();
  const char* const end = at + last.size();
  for (int field = 0; at < end; ++field) {
    float x = 0;
    const auto [stopped, error] = std::from_chars(at, end, x);
    if (error != std::errc{}) { return 1; }
    if (field >= 7) { std::printf(field == 7 ? "%08x" : " %08x", static_cast<unsigned>(ballast::to_bits(x))); }
    at = stopped + 1;
  }
  return 0;
}
