volatile bool ready = false;

int main() {
  while (!ready) {}
  return 0;
}
