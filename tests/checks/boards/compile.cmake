# cmake "-DCOMPILER=<command line>" "-DINCLUDE=<folder>,..." -DETL_INCLUDE=<folder> "-DSOURCES=<file>,..." -P compile.cmake
# Each source to an object, which is thrown away, with the warnings that are errors for our own firmware.
separate_arguments(command UNIX_COMMAND "${COMPILER}")
set(flags -Os -fno-exceptions -fno-rtti -Wall -Wextra -Wconversion -Wsign-conversion -Wdouble-promotion -Wshadow -Werror)
string(REPLACE "," ";" folders "${INCLUDE}")
list(TRANSFORM folders PREPEND "-I")
string(REPLACE "," ";" sources "${SOURCES}")
foreach(source ${sources})
  execute_process(COMMAND ${command} ${flags} ${folders} -isystem ${ETL_INCLUDE} -c ${source} -o /dev/null
    RESULT_VARIABLE result ERROR_VARIABLE errors)
  if(NOT result EQUAL 0)
    string(REPLACE "‘" "'" errors "${errors}")
    string(REPLACE "’" "'" errors "${errors}")
    message("${errors}")
    message(FATAL_ERROR "${source} with ${COMPILER}")
  endif()
endforeach()
