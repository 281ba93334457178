// Reads one past the end.
int main(int argc, char**) {
  int* volatile p = new int[1];
  const int value = p[argc];
  delete[] p;
  return value == 0 ? 0 : 1;
}
