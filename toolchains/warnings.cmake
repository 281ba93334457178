# How strictly our own programs are compiled. Linked PRIVATE: users of the library choose for themselves.
add_library(ballast_host_warnings INTERFACE)  # for what runs on the host alone and may throw
target_compile_options(ballast_host_warnings INTERFACE
  -Wall -Wextra -Wconversion -Wsign-conversion -Wdouble-promotion -Wshadow -Werror)
target_link_options(ballast_host_warnings INTERFACE -Wl,--fatal-warnings)

add_library(ballast_warnings INTERFACE)
target_compile_options(ballast_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions> $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
target_link_libraries(ballast_warnings INTERFACE ballast_host_warnings)
