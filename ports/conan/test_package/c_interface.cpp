#include <ballast_c.cpp>  // with the sizes of this program
