// C++ that the C compiler cannot link.
int* needs_cxx_library();
int* needs_cxx_library() {
  return new int;
}
