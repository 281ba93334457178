volatile int zero = 0;

int main() {
  try {
    if (zero == 0) { throw 1; }
  } catch (int) { return 0; }
  return 1;
}
