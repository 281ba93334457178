# cmake -DCOMPILER=<command line> -DNM=<nm> -DROOT=<project> -P no_atomic_library.cmake
# Published values on a core without an atomic exchange: nothing is called that such a core's libraries do not have.
separate_arguments(command UNIX_COMMAND "${COMPILER}")
string(RANDOM LENGTH 12 unique)
set(object "${CMAKE_CURRENT_BINARY_DIR}/published_${unique}.o")
execute_process(COMMAND ${command} -std=c++17 -Os -ffreestanding -Wall -Wextra -Werror -I${ROOT}/lib/include
  -c ${ROOT}/tests/checks/headers/published.cpp -o ${object} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${NM} ${object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${object})
if(NOT symbols MATCHES " T _Z7publish")
  message(FATAL_ERROR "not the object that was to be looked at:\n${symbols}")
elseif(symbols MATCHES " U (__(atomic|sync)_[^\n]*)")
  message(FATAL_ERROR "${COMPILER} calls ${CMAKE_MATCH_1}")
endif()
