# In the preset host alone. One program with few dimensions, compiled without optimisation.
add_executable(bench_once main.cpp sparse.cpp agent.cpp feature_maps.cpp snapshots.cpp fixed.cpp)
target_compile_definitions(bench_once PRIVATE DIMENSIONS=16)
foreach(part "float;17" "double;16")
  list(GET part 0 scalar)
  list(GET part 1 dimensions)
  add_library(bench_dense_${scalar} OBJECT dense.cpp)
  target_compile_definitions(bench_dense_${scalar} PRIVATE SCALAR=${scalar} DIMENSIONS=${dimensions})
  target_link_libraries(bench_once PRIVATE bench_dense_${scalar})
endforeach()
foreach(target bench_once bench_dense_float bench_dense_double)
  target_link_libraries(${target} PRIVATE bench_parts ballast_host_warnings)
  target_compile_options(${target} PRIVATE -O0)
endforeach()
ballast_add_native_test(bench_runs ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:bench_once>
  -DREPORT=$<TARGET_FILE:bench_report> -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR}
  -P ${CMAKE_CURRENT_SOURCE_DIR}/run_once.cmake)

# The judge.
add_executable(bench_verdicts verdicts.cpp)
target_link_libraries(bench_verdicts PRIVATE bench_judgement ballast_suite ballast::board ballast_host_warnings)
target_compile_options(bench_verdicts PRIVATE -O0)
ballast_add_native_test(bench_verdicts bench_verdicts)
ballast_add_gate(bench.verdict "does not learn[^\n]*: does not hold, 2.00 .agent; clang.. -O2"
  $<TARGET_FILE:bench_report> judge ${CMAKE_CURRENT_SOURCE_DIR}/slow_agent.csv)

# Whether the tables are those of the committed times.
set(check_tables ${CMAKE_COMMAND} -DREPORT=$<TARGET_FILE:bench_report> -DROOT=${PROJECT_SOURCE_DIR})
ballast_add_test(tree.bench COMMAND ${check_tables} -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR}
  -P ${CMAKE_CURRENT_SOURCE_DIR}/check_tables.cmake)
ballast_add_gate(tree.bench "is stale" ${check_tables} -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR}/spoiled -DSPOIL=ON
  -P ${CMAKE_CURRENT_SOURCE_DIR}/check_tables.cmake)
