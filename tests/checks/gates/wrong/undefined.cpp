// Overflows a signed integer.
int main(int argc, char**) {
  return 0x7FFFFFFF + argc == 0 ? 1 : 0;
}
