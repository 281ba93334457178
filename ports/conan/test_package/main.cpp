#include "learns.hpp"

int main() {
  return learns() ? 0 : 1;
}
