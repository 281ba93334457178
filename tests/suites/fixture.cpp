// Unity calls these round every test; our tests need nothing there.
#include <unity.h>

void setUp() {}
void tearDown() {}
