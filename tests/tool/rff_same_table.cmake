# cmake -DBALLAST= -DROOT= -P rff_same_table.cmake
# If this fails because the tool writes other tables on purpose, write the file again by the command it contains.
set(table "${ROOT}/tests/suites/access_control_table.hpp")
file(STRINGS "${table}" command REGEX "ballast rff")
string(REGEX REPLACE "^// +ballast " "" command "${command}")
separate_arguments(command UNIX_COMMAND "${command}")
execute_process(COMMAND ${BALLAST} ${command} OUTPUT_VARIABLE written COMMAND_ERROR_IS_FATAL ANY)
file(READ "${table}" expected)
foreach(text written expected)
  string(REGEX REPLACE "by ballast [0-9.]+:" "by ballast:" ${text} "${${text}}")
endforeach()
if(NOT written STREQUAL expected)
  message(FATAL_ERROR "the tool writes another ${table}:\n${written}")
endif()
