# cmake -DNM= -DOBJDUMP= -DIMAGE= -DROW=<how GCC compiled> -P compare_compilers.cmake -- <emulator>...
# An update of 16 features that clang compiled takes at most 1.8 times the instructions of GCC's (docs/footprint.csv), and
# as many as docs/PORTING.md says.
include(${CMAKE_CURRENT_LIST_DIR}/../../arguments.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/count_instructions.cmake)
arguments_after_dashes(emulator)

execute_process(COMMAND ${NM} ${IMAGE} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
if(NOT symbols MATCHES " [tTW] (_Z6update[A-Za-z0-9_]*)")
  message(FATAL_ERROR "${IMAGE} has no update()")
endif()
# In half of the calls the projection is idle, in the others it acts, which takes the most.
count_instructions(${IMAGE} ${CMAKE_MATCH_1} 80 ${emulator})

set(docs ${CMAKE_CURRENT_LIST_DIR}/../../../docs)
file(READ ${docs}/footprint.csv table)
set(n "[0-9]*")
if(NOT table MATCHES "\n(cortex-m4f,16${ROW},float),${n},${n},${n},${n},([0-9]+),${n},${n},([0-9]+),")
  message(FATAL_ERROR "docs/footprint.csv has no row 'cortex-m4f,16${ROW},float'")
endif()
set(gcc_idle ${CMAKE_MATCH_2})
set(gcc_acting ${CMAKE_MATCH_3})
message(STATUS "${CMAKE_MATCH_1}: clang ${fewest} idle, ${most} acting; GCC ${gcc_idle} and ${gcc_acting}")

foreach(kind "${fewest};${gcc_idle}" "${most};${gcc_acting}")
  list(GET kind 0 clang)
  list(GET kind 1 gcc)
  math(EXPR tenths "10 * ${clang}")
  math(EXPR limit "18 * ${gcc}")
  if(tenths GREATER limit)
    message(FATAL_ERROR "more than 1.8 times the instructions: ${clang} against ${gcc}")
  endif()
endforeach()

file(READ ${docs}/PORTING.md page)
if(NOT page MATCHES "${fewest} and ${most} instructions where GCC's takes ${gcc_idle} and ${gcc_acting}")
  message(FATAL_ERROR "docs/PORTING.md does not say so")
endif()
