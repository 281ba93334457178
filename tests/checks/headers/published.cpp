// What is looked at in the object: that no library for atomic words is called.

#include <ballast/published.hpp>

struct Values {
  uint32_t words[3];
};

ballast::Published<Values> published;

void publish(const Values& values) {
  published.publish(values);
}

bool read(Values& values) {
  return published.read(values);
}
