# `ballast tune`: which settings learn best from a log.
ballast_add_tool_test(tune.help "mean over these copies.*Example: ballast tune" tune --help)

ballast_tool_program(tune_measure)
ballast_add_test(tool.tune.measure COMMAND tune_measure)

file(MAKE_DIRECTORY "${scratch}/tune")
ballast_add_test(tool.tune.commands COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/tune.sh ${ballast} $<TARGET_FILE:well_formed>)
set_tests_properties(tool.tune.commands PROPERTIES WORKING_DIRECTORY "${scratch}/tune")

# --- the configuration to paste --------------------------------------------------------------------------------------
# ballast_add_tune_code_test(<name> <options of tune>): the header is written when it is built.
function(ballast_add_tune_code_test name)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/tune_code_${name}")
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${folder}/config.hpp
    COMMAND ${ballast} simulate boyan --steps 400 --features --out ${folder}/log.csv
    COMMAND ${ballast} tune ${folder}/log.csv ${ARGN} --code ${folder}/config.hpp > ${folder}/table.txt
    DEPENDS ballast_tool VERBATIM)
  add_executable(tune_code_${name} tune_code_${name}.cpp ${folder}/config.hpp)
  target_include_directories(tune_code_${name} PRIVATE ${folder})
  target_link_libraries(tune_code_${name} PRIVATE ballast_suite ballast::board ballast_host_warnings)
  ballast_add_test(tool.tune.code.${name} COMMAND tune_code_${name})
endfunction()
ballast_add_tune_code_test(constant --lambda 0.75 --ratio 0.3 --step-size 0.7 --schedule constant)
ballast_add_tune_code_test(polynomial --lambda 0.25 --ratio 1 --step-size 0.125 --schedule polynomial:16,0.75,20
  --scalar double --rule standard --projection separate:2,300 --constant-direction ones)

# --- against the exact solution --------------------------------------------------------------------------------------
if(NOT BALLAST_ORACLE)
  return()
endif()
add_executable(tune_loss tune_loss.cpp ${PROJECT_SOURCE_DIR}/ports/host/io/json_file.cpp
  ${PROJECT_SOURCE_DIR}/ports/host/io/model_file.cpp)
target_link_libraries(tune_loss PRIVATE ballast_tool_parts ballast::trials nlohmann_json::nlohmann_json
  ballast_host_warnings)
# A part of the default grid: all of it, on 20 chains, is what docs/TUNE.md reports.
foreach(seed 1 2)
  file(MAKE_DIRECTORY "${scratch}/tune_loss_${seed}")
  ballast_add_test(tool.tune.loss.boyan_${seed} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/tune_loss.sh ${ballast}
    $<TARGET_FILE:tune_loss> boyan ${seed} --lambda 0,0.5 --ratio 0.1,1)
  set_tests_properties(tool.tune.loss.boyan_${seed} PROPERTIES WORKING_DIRECTORY "${scratch}/tune_loss_${seed}")
endforeach()
