# `ballast snapshot`, and `ballast replay` from and to snapshots.

ballast_tool_program(snapshot_bytes)
ballast_add_test(tool.snapshot.bytes COMMAND snapshot_bytes)

ballast_add_tool_test(snapshot.help "show .*diff .*export .*import .*Example: ballast snapshot" snapshot --help)
foreach(command show diff export import)
  ballast_add_tool_test(snapshot.help.${command} "Example: ballast snapshot ${command}" snapshot ${command} --help)
endforeach()
ballast_add_test(tool.snapshot.commands COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/snapshot.sh ${ballast})
set_tests_properties(tool.snapshot.commands PROPERTIES WORKING_DIRECTORY "${scratch}")

ballast_tool_program(snapshot_fixed)
ballast_add_test(tool.snapshot.fixed
  COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/snapshot_fixed.sh ${ballast} $<TARGET_FILE:snapshot_fixed>)
set_tests_properties(tool.snapshot.fixed PROPERTIES WORKING_DIRECTORY "${scratch}")

ballast_tool_program(snapshot_device)
target_compile_options(snapshot_device PRIVATE -O0)  # a few learners: compiled in half the time
file(MAKE_DIRECTORY "${scratch}/snapshot device")
ballast_add_test(tool.snapshot.device COMMAND snapshot_device ${ballast})
set_tests_properties(tool.snapshot.device PROPERTIES WORKING_DIRECTORY "${scratch}/snapshot device")

# --- weights as a header ---------------------------------------------------------------------------------------------
# ballast_add_snapshot_header_test(<name> <dimension> <options of replay>): the header is written when it is built.
function(ballast_add_snapshot_header_test name dimension options)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/snapshot_header_${name}")
  set(log ${PROJECT_SOURCE_DIR}/tests/golden/input_d${dimension}.csv)
  set(script ${CMAKE_CURRENT_SOURCE_DIR}/snapshot_header.cmake)
  add_custom_command(OUTPUT ${folder}/learned.hpp ${folder}/use.hpp ${folder}/learner.snapshot
    COMMAND ${CMAKE_COMMAND} -DBALLAST=${ballast} -DOUT=${folder} -DLOG=${log} "-DOPTIONS=${options}" -P ${script}
    DEPENDS ballast_tool ${log} ${script} VERBATIM)
  set(target snapshot_header_${name})
  add_executable(${target} snapshot_header.cpp ${folder}/learned.hpp ${folder}/use.hpp)
  target_include_directories(${target} PRIVATE ${folder})
  target_link_libraries(${target} PRIVATE ballast_suite ballast::board ballast_host_warnings)
  ballast_add_test(tool.snapshot.header.${name} COMMAND ${target} ${folder}/learner.snapshot)
endfunction()
ballast_add_snapshot_header_test(float 3 "--lambda 0.9")
ballast_add_snapshot_header_test(held 3 "--schedule adjustable:1.3,1,0.7,10,0.0625 --projection separate:0.7,0.9\
 --constant-direction ones")
ballast_add_snapshot_header_test(two 3 "--rule implicit-differential --schedule polynomial:1.3,1,0.7,10\
 --average-reward-schedule constant:0.25 --ratio 0.5")
ballast_add_snapshot_header_test(double 8 "--scalar double --rule standard --schedule polynomial:1.3,1,0.7,10\
 --projection separate:0.7,0.9 --constant-direction ones")
