# cmake -DSOURCE=<repository> -DETL_INCLUDE=<folder> [-DPART=<number>] -P single_header.cmake
# ballast-single.hpp, alone in a folder outside of the tree: it compiles with our warnings, by every compiler whose
# machine has a kernel of its own; two units of one program include it; and it computes the digests of the tree.
include(${CMAKE_CURRENT_LIST_DIR}/package.cmake)
enter_scratch(scratch)
set(single ${scratch}/ballast-single.hpp)
run(${CMAKE_COMMAND} -DOUT=${single} -P ${SOURCE}/ports/single_header/make.cmake)
set(flags -std=c++17 -fno-exceptions -fno-rtti ${own_warnings} -isystem ${ETL_INCLUDE})

# Each header is in it once.
file(STRINGS ${single} headers REGEX "^// --- ballast/")
list(TRANSFORM headers REPLACE "^// --- " "")
file(GLOB_RECURSE expected RELATIVE ${SOURCE}/lib/include ${SOURCE}/lib/include/*.hpp)
list(SORT headers)
list(SORT expected)
if(NOT headers STREQUAL expected)
  list(REMOVE_ITEM expected ${headers})
  message(FATAL_ERROR "headers are missing or twice in ${single}: ${expected}")
endif()

# Every header of Ballast stands for the one file: so that programs which include single headers compile with it.
foreach(header ${expected})
  file(WRITE ${scratch}/tree/${header} "#include <ballast-single.hpp>\n")
endforeach()
list(APPEND flags -I${scratch} -I${scratch}/tree)

set(part)
if(PART)
  set(part -DPART=${PART})  # of the digests; otherwise all
endif()
run(clang++ ${flags} -DETL_NO_STL -O0 ${part} -I${SOURCE}/lib/sim/include -I${SOURCE}/tests/suites -I${SOURCE}/ports/include
  ${SOURCE}/tests/digests/digests.cpp ${SOURCE}/ports/host/console.cpp -o ${scratch}/digests)
run(${scratch}/digests)

file(WRITE ${scratch}/alone.cpp "#include <ballast-single.hpp>\n")
foreach(compiler "arm-none-eabi-g++ -mcpu=cortex-m0 -mthumb"
    "arm-none-eabi-g++ -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16")
  separate_arguments(compiler UNIX_COMMAND "${compiler}")
  run(${compiler} ${flags} -DETL_NO_STL -fsyntax-only ${scratch}/alone.cpp)
endforeach()
run(g++ ${flags} -O0 ${scratch}/alone.cpp ${learner}/main.cpp -o ${scratch}/learns)
run(${scratch}/learns)
file(REMOVE_RECURSE ${scratch})
