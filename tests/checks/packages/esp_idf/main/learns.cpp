#include "learns.hpp"

extern "C" bool learns_in_cpp();
bool learns_in_cpp() {
  return learns();
}
