# The host preset's tests cover the other presets too. The build configures them, a test of each builds it
# (<preset>.build), and ctest reads the tests that they have registered, under their own names: nothing is listed here.
ballast_require_tools(g++ clang++ arm-none-eabi-g++ riscv64-unknown-elf-g++ qemu-system-arm qemu-system-riscv32
  clang++-19 aarch64-linux-gnu-g++ arm-linux-gnueabihf-g++ s390x-linux-gnu-g++ qemu-aarch64 qemu-arm qemu-s390x em++ node
  avr-ld simavr)

set(configure)
set(include_tests)
foreach(preset ${BALLAST_DRIVEN_PRESETS} ${BALLAST_DRIVEN_SMALLEST_SETS})
  set(folder ${PROJECT_SOURCE_DIR}/build/${preset})
  set(drive ${CMAKE_COMMAND} -DPRESET=${preset} -DROOT=${PROJECT_SOURCE_DIR})
  list(APPEND configure COMMAND ${drive} -DSTEP=configure -P ${CMAKE_CURRENT_LIST_DIR}/drive_preset.cmake)
  ballast_add_test(${preset}.build COMMAND ${drive} -DSTEP=build -P ${CMAKE_CURRENT_LIST_DIR}/drive_preset.cmake)
  set_tests_properties(${preset}.build PROPERTIES FIXTURES_SETUP ${preset} PROCESSORS 2)
  if(preset MATCHES "^host")
    set_tests_properties(${preset}.build PROPERTIES LABELS "unit;slow")
  else()
    set_tests_properties(${preset}.build PROPERTIES LABELS "device;slow")
  endif()
  string(APPEND include_tests "if(NOT EXISTS [[${folder}/CTestTestfile.cmake]])\n"
    "  message(FATAL_ERROR [[${preset} is not configured: build the preset ${BALLAST_PRESET} first]])\n"
    "endif()\nsubdirs([[${folder}]])\n")
endforeach()

add_custom_target(driven_presets ALL ${configure} VERBATIM)
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/driven_tests.cmake CONTENT "${include_tests}" @ONLY)
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${CMAKE_CURRENT_BINARY_DIR}/driven_tests.cmake)
