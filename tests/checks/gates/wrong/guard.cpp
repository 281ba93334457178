// A static that is initialised at run time needs a guard, and a lock on some systems.
volatile int source = 3;

int main() {
  static int once = source;
  return once == 3 ? 0 : 1;
}
