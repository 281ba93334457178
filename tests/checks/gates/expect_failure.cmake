# cmake -DMATCH=<regex> -P expect_failure.cmake -- <command>...
# The command must fail, and say what MATCH asks for: failing for another reason is not good enough.
include(${CMAKE_CURRENT_LIST_DIR}/../../arguments.cmake)
arguments_after_dashes(command)
execute_process(COMMAND ${command} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors)
string(APPEND output "${errors}\nexit code: ${result}\n")
if(result EQUAL 0)
  message(FATAL_ERROR "The wrong program was not caught:\n${output}")
elseif(NOT output MATCHES "${MATCH}")
  message(FATAL_ERROR "It failed, but not with '${MATCH}':\n${output}")
endif()
message(STATUS "caught: ${CMAKE_MATCH_0}")
