# `ballast telemetry`: files of records, as a table and as a picture.

ballast_add_tool_test(telemetry.help "Example: ballast telemetry" telemetry --help)

add_executable(telemetry_records telemetry_records.cpp)
target_link_libraries(telemetry_records PRIVATE ballast::ballast ballast_host_warnings)
add_executable(well_formed well_formed.cpp)
target_link_libraries(well_formed PRIVATE ballast_host_warnings)
ballast_add_test(tool.telemetry.commands COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/telemetry.sh ${ballast}
  $<TARGET_FILE:telemetry_records> $<TARGET_FILE:well_formed>)
set_tests_properties(tool.telemetry.commands PROPERTIES WORKING_DIRECTORY "${scratch}")

# A picture that is not one is found.
file(WRITE "${scratch}/not_nested.svg" "<svg><g></svg></g>")
file(WRITE "${scratch}/not_escaped.svg" "<svg><text>a & b</text></svg>")
file(WRITE "${scratch}/same_id.svg" "<svg><g id='a'/><g id=\"a\"/></svg>")
foreach(gate "not_nested;</svg> where it is not open" "not_escaped;'a & b' is not escaped" "same_id;the id a twice")
  list(GET gate 0 file)
  list(GET gate 1 message)
  ballast_add_gate(well_formed.${file} "${message}" $<TARGET_FILE:well_formed> "${scratch}/${file}.svg")
endforeach()

ballast_tool_program(telemetry_history)
ballast_add_test(tool.telemetry.history COMMAND telemetry_history)
