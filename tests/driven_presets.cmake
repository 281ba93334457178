# The host preset's tests cover the other presets too: for each a test that builds it, then one for every test it
# has, run by that preset's own ctest.
ballast_require_tools(g++ clang++ arm-none-eabi-g++ riscv64-unknown-elf-g++ qemu-system-arm qemu-system-riscv32)
get_property(run_tests GLOBAL PROPERTY BALLAST_RUN_TESTS)
get_property(native_tests GLOBAL PROPERTY BALLAST_NATIVE_TESTS)

# A suite that has parts there is one test here.
function(ballast_drive preset test)
  string(REPLACE "." "\\." pattern ${test})
  ballast_add_test(${test} COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${PROJECT_SOURCE_DIR}/build/${preset}
    --tests-regex "^${pattern}([.]part[0-9]+)?$" --no-tests=error --output-on-failure)
  set_tests_properties(${test} PROPERTIES FIXTURES_REQUIRED ${preset})
endfunction()

foreach(preset ${BALLAST_DRIVEN_PRESETS})
  ballast_add_test(${preset}.build COMMAND ${CMAKE_COMMAND} -DPRESET=${preset} -DROOT=${PROJECT_SOURCE_DIR}
    -P ${PROJECT_SOURCE_DIR}/tests/build_preset.cmake)
  set_tests_properties(${preset}.build PROPERTIES FIXTURES_SETUP ${preset} PROCESSORS 2)

  set(tests ${run_tests})
  if(preset MATCHES "^host")
    list(APPEND tests ${native_tests})
    list(REMOVE_ITEM tests oracle control sparse_speed precision search)  # in the host preset alone
  else()
    list(APPEND tests no_runtime published_interrupted footprint)
  endif()
  if(preset STREQUAL "host-asan")
    list(FILTER tests EXCLUDE REGEX "^same_bits_|_fast_math$|_tsan$")  # other flags make no sense under the sanitizers
  elseif(preset STREQUAL "cortex-m4f")
    list(APPEND tests ${BALLAST_CORE_TESTS})
  endif()
  foreach(test ${tests})
    ballast_drive(${preset} ${preset}.${test})
  endforeach()
  foreach(gate ${BALLAST_GATES_OF_${preset}})
    ballast_drive(${preset} gate.${gate})
  endforeach()
endforeach()
