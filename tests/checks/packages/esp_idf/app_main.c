// ESP-IDF calls app_main from a task of its own.
int app_main(void);
int main(void) {
  return app_main();
}
