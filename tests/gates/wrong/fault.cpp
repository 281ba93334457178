// Calls an address where nothing is.
int main() {
  return reinterpret_cast<int (*)()>(0xF0000001)();
}
