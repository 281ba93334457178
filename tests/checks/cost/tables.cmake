# The tables that people read: docs/footprint.csv, docs/footprint.md and an excerpt in README.md.
add_executable(footprint_tool footprint.cpp)
target_link_libraries(footprint_tool PRIVATE ballast_host_warnings)
target_compile_features(footprint_tool PRIVATE cxx_std_17)
target_compile_definitions(footprint_tool PRIVATE SNAPSHOT_BYTES=${snapshot_bytes})
target_compile_options(footprint_tool PRIVATE -O0)  # it reads one table and writes another

set(cores ${BALLAST_DRIVEN_PRESETS})
list(FILTER cores EXCLUDE REGEX "^host")
set(csv_files)
set(measure)
foreach(core ${cores})
  list(APPEND csv_files ${PROJECT_SOURCE_DIR}/build/${core}/tests/checks/cost/footprint.csv)
  list(APPEND measure COMMAND ${CMAKE_COMMAND} --preset ${core}
    COMMAND ${CMAKE_COMMAND} --build --preset ${core} --target footprint)
endforeach()
list(APPEND csv_files ${PROJECT_SOURCE_DIR}/build/atmega328p/tests/avr/footprint.csv)
list(APPEND measure COMMAND ${CMAKE_COMMAND} --preset atmega328p
  COMMAND ${CMAKE_COMMAND} --build --preset atmega328p --target footprint)
set(docs ${PROJECT_SOURCE_DIR}/docs)
add_custom_target(footprint ${measure}
  COMMAND footprint_tool join ${docs}/footprint.csv ${csv_files}
  COMMAND footprint_tool table ${docs}/footprint.csv ${docs}/footprint.md
  COMMAND footprint_tool excerpt ${docs}/footprint.csv ${PROJECT_SOURCE_DIR}/README.md
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM)

# Whether the tables are those of the committed figures.
ballast_add_test(tree.footprint COMMAND ${CMAKE_COMMAND} -DTOOL=$<TARGET_FILE:footprint_tool> -DROOT=${PROJECT_SOURCE_DIR}
  -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR} -P ${CMAKE_CURRENT_SOURCE_DIR}/check_tables.cmake)
ballast_add_gate(tree.footprint "is stale" ${CMAKE_COMMAND} -DTOOL=$<TARGET_FILE:footprint_tool>
  -DROOT=${PROJECT_SOURCE_DIR} -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR}/spoiled -DSPOIL=ON  # both may run at once
  -P ${CMAKE_CURRENT_SOURCE_DIR}/check_tables.cmake)
