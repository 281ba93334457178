// ESP-IDF calls app_main from a task of its own.
extern "C" int app_main();
int main() {
  return app_main();
}
