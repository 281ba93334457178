// Calls an address where nothing is.
int main() {
  return reinterpret_cast<int (*)()>(0xA0000001)();
}
