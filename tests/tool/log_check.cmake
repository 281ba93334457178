# `ballast log check`: what a log looks like to a learner.

ballast_tool_program(log_statistics)
ballast_add_test(tool.log.statistics COMMAND log_statistics)

ballast_add_tool_test(log.check.help "Example: ballast log check" log check --help)
ballast_add_test(tool.log.check COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/log_check.sh ${ballast})
set_tests_properties(tool.log.check PROPERTIES WORKING_DIRECTORY "${scratch}")

# The example of docs/LOGS.md prints what the page shows.
file(MAKE_DIRECTORY "${scratch}/log example")
ballast_add_test(tool.log.check.example COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/log_check_example.sh ${ballast}
  ${PROJECT_SOURCE_DIR}/docs/LOGS.md)
set_tests_properties(tool.log.check.example PROPERTIES WORKING_DIRECTORY "${scratch}/log example")
