#include "learns.hpp"

extern "C" int app_main();
int app_main() {
  return learns() ? 0 : 1;
}
