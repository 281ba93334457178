#include "learns.h"

bool learns_in_cpp(void);
int app_main(void);

int app_main(void) {
  return learns_in_c() && learns_in_cpp() ? 0 : 1;
}
