# cmake "-DCOMPILER=<command>" -DMESSAGE=<regex> -DHEADERS=<folder> -DETL_INCLUDE=<folder> -P too_old.cmake
# Whichever header comes first, a compiler that is too old says so, and nothing after it that would hide it.
separate_arguments(COMPILER)
file(GLOB_RECURSE headers RELATIVE ${HEADERS} ${HEADERS}/*.hpp)
list(REMOVE_ITEM headers ballast/version.hpp)  # macros alone, for any compiler
list(LENGTH headers count)
if(count LESS 40)
  message(FATAL_ERROR "Only ${count} headers in ${HEADERS}")
endif()
list(GET COMPILER 0 program)
if(program STREQUAL "clang++")  # takes ten times as long to start; that every header is covered GCC has shown
  set(headers ballast/ballast.hpp)
endif()
foreach(header ${headers})
  execute_process(
    COMMAND ${COMPILER} -fsyntax-only -I${HEADERS} -isystem ${ETL_INCLUDE} -include ${header} -x c++ /dev/null
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX MATCHALL "[^\n]*(error|warning): [^\n]*" messages "${output}")
  string(REPLACE "#" "" messages "${messages}")  # GCC writes '#error', clang does not
  if(result EQUAL 0 OR NOT messages MATCHES
      "^[^;]*error: (error )?[^;]*${MESSAGE}[^;]*;[^;]*fatal error: [^;]*see_the_error_above[^;]*$")
    message(FATAL_ERROR "${header}: exit code ${result}, and not '${MESSAGE}' alone:\n${output}")
  endif()
endforeach()
