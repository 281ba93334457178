# cmake -DCOMPILER=<g++> -DETL_INCLUDE=<folder> -DHEADERS=<folder> -DPROGRAM=<file> -DMOST=<MB> -P compile_cost.cmake
# What a program costs to compile, with the C++ standard headers, counted in what GCC allocates for it from beginning to
# end. That is the same in each run and on each machine, as time is not, and grows with it: README's program, when it
# included <etl/array.h> and <etl/crc32.h>, 115 MB in 0.52 s; without them 43 MB in 0.28 s, of which the passes over
# features for a host are 15 MB. Lines would not show what templates cost.
execute_process(
  COMMAND ${COMPILER} -std=c++17 -O2 -I${HEADERS} -isystem ${ETL_INCLUDE} -ftime-report -S ${PROGRAM} -o /dev/null
  RESULT_VARIABLE result ERROR_VARIABLE report)
if(NOT result EQUAL 0 OR NOT report MATCHES "\n *TOTAL +:[^\n]* ([0-9]+)([kM])")
  message(FATAL_ERROR "${COMPILER} ${PROGRAM}: ${result}\n${report}")
endif()
set(allocated ${CMAKE_MATCH_1})
if(CMAKE_MATCH_2 STREQUAL "k")
  math(EXPR allocated "${allocated} / 1024")
endif()
if(allocated GREATER MOST)
  message(FATAL_ERROR "${allocated} MB to compile, at most ${MOST}: ${PROGRAM}. `${COMPILER} -H` lists what it includes, "
    "`-ftime-report` and `clang++ -ftime-trace` say what takes long")
endif()
message(STATUS "${allocated} MB, of at most ${MOST}")
