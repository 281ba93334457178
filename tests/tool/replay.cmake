# `ballast replay`: a learner run over a log.

# --- programs --------------------------------------------------------------------------------------------------------
function(ballast_tool_program name)
  add_executable(${name} ${name}.cpp)
  target_link_libraries(${name} PRIVATE ballast_tool_parts ballast_suite ballast::board ballast_host_warnings)
endfunction()

# Hundreds of learners, and nothing that depends on how they are optimised: without it they compile in a third of the time.
ballast_tool_program(dynamic_learner)
target_compile_options(dynamic_learner PRIVATE -O0)
add_test(NAME tool.replay.same_bits COMMAND dynamic_learner)

# From another folder, and with spaces in paths.
set(golden "${scratch}/golden data")
file(COPY ${PROJECT_SOURCE_DIR}/tests/golden/ DESTINATION "${golden}" FILES_MATCHING PATTERN "*.csv")
ballast_tool_program(replay_golden)
add_test(NAME tool.replay.golden COMMAND replay_golden ${ballast} "../golden data")
file(MAKE_DIRECTORY "${scratch}/elsewhere")
set_tests_properties(tool.replay.golden PROPERTIES WORKING_DIRECTORY "${scratch}/elsewhere" TIMEOUT 120)
