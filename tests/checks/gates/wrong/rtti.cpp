struct Base {
  virtual int value() { return 0; }
};
struct Derived : Base {
  int value() override { return 1; }
};

Derived object;
Base* volatile pointer = &object;

int main() {
  return dynamic_cast<Derived*>(pointer) == &object ? 0 : 1;
}
