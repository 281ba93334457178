# The core of cortex-m4f.cmake with another compiler: clang compiles, and GCC links, which knows where its libraries are.
set(BALLAST_CLANG_VERSION 19 CACHE STRING "Which clang: 14 also works")
include(${CMAKE_CURRENT_LIST_DIR}/cortex-m4f.cmake)
set(gcc_flags ${BALLAST_CORE_FLAGS})
set(CMAKE_C_COMPILER clang-${BALLAST_CLANG_VERSION})
set(CMAKE_CXX_COMPILER clang++-${BALLAST_CLANG_VERSION})
set(CMAKE_OBJDUMP arm-none-eabi-objdump)  # whose output our checks read

# The C library's headers are GCC's, found by asking it. Short enumerations, as that library has them.
execute_process(COMMAND arm-none-eabi-gcc -print-file-name=../../../arm-none-eabi/include OUTPUT_VARIABLE headers
  OUTPUT_STRIP_TRAILING_WHITESPACE)
set(clang_flags "--target=thumbv7em-none-eabi -mcpu=${CMAKE_SYSTEM_PROCESSOR} -mthumb ${BALLAST_FLOAT_FLAGS}"
  "-fshort-enums -nostdlibinc -isystem ${headers} -DETL_NO_STL")
list(JOIN clang_flags " " clang_flags)
foreach(language C CXX)
  string(REPLACE "${gcc_flags}" "${clang_flags}" CMAKE_${language}_FLAGS_INIT "${CMAKE_${language}_FLAGS_INIT}")
  # noexecstack: the C library's own setjmp does not say that it needs none.
  set(CMAKE_${language}_LINK_EXECUTABLE "arm-none-eabi-g++ ${gcc_flags} -Wl,-z,noexecstack <CMAKE_CXX_LINK_FLAGS>\
 <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
endforeach()
