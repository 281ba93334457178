#include "suite.hpp"

namespace {

void test_right() {
  TEST_ASSERT_TRUE(true);
}
void test_wrong() {
  TEST_ASSERT_EQUAL_INT(1, 2);
}
void test_wrong_too() {
  TEST_FAIL();
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_right);
  RUN_TEST(test_wrong);
  RUN_TEST(test_wrong_too);
  return UNITY_END();
}
