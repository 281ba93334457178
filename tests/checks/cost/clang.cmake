# An update of 16 features as clang compiles it, beside GCC's. (It has no -fcallgraph-info, which the other figures need.)
function(ballast_compare_compilers level row)
  set(image cost_dense_16_clang_${level})
  add_executable(${image} dense.cpp)
  target_compile_definitions(${image} PRIVATE SCALAR=float DIMENSION=16 noipa=noinline)  # clang does not know noipa
  target_compile_options(${image} PRIVATE -${level})
  target_include_directories(${image} PRIVATE ../../suites)
  target_link_libraries(${image} PRIVATE ballast::ballast ballast::board ballast_warnings)
  set(compare ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DOBJDUMP=${CMAKE_OBJDUMP} -DIMAGE=$<TARGET_FILE:${image}> -DROW=${row}
    -P ${CMAKE_CURRENT_SOURCE_DIR}/compare_compilers.cmake -- ${CMAKE_CROSSCOMPILING_EMULATOR})
  if(level STREQUAL "O0")  # this must be too many
    ballast_add_gate(clang_update.${BALLAST_PRESET} "more than 1.8 times the instructions" ${compare})
  else()
    ballast_add_test(${BALLAST_PRESET}.cost.update_${level} COMMAND ${compare})
  endif()
endfunction()

ballast_compare_compilers(Os "")
ballast_compare_compilers(O2 " -O2")
ballast_compare_compilers(O0 "")
