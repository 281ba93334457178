# Tests of what the command-line tool writes, and of what it says about bad input. For tests/tool and tests/reproduction.
set(ballast $<TARGET_FILE:ballast_tool>)

function(ballast_add_tool_test name expected)
  ballast_add_test(tool.${name} COMMAND ${ballast} ${ARGN})
  set_tests_properties(tool.${name} PROPERTIES PASS_REGULAR_EXPRESSION "${expected}")
endfunction()

function(ballast_add_bad_input_test name expected)
  ballast_add_test(tool.bad.${name} COMMAND ${CMAKE_COMMAND} "-DMATCH=^ballast: .*${expected}.*exit code: 2"
    -P ${PROJECT_SOURCE_DIR}/tests/checks/gates/expect_failure.cmake -- ${ballast} ${ARGN})
endfunction()
