// Waits for an interrupt that never comes, and takes no processor time.
int main() {
  while (true) { __asm__ volatile("wfi"); }
}
