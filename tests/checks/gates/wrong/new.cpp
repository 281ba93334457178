int main() {
  int* volatile p = new int(1);
  delete p;
  return 0;
}
