# How tests are registered. Names:
#   <preset>.<name>       a program of that preset, emulated where it is a core: cortex-m4f.schedule
#   headers.*, tree.*, lint.*   checks of the sources
#   consumer.*            projects outside the tree that use Ballast
#   package.*             packages, each used by the rules of its tool
#   gate.*                something wrong on purpose: passes when the check it belongs to catches it

include(${PROJECT_SOURCE_DIR}/toolchains/limits.cmake)

# Nothing is skipped: a tool that is missing stops the configuration.
function(ballast_require_tools)
  foreach(tool ${ARGN})
    string(MAKE_C_IDENTIFIER "BALLAST_TOOL_${tool}" variable)
    find_program(${variable} ${tool})
    if(NOT ${variable})
      message(FATAL_ERROR "The tests need '${tool}', which is not installed. Run 'toolchains/setup.sh all', "
        "or configure with -DBALLAST_TESTS=OFF.")
    endif()
  endforeach()
endfunction()

# The label of a test is the folder it is added in, so that a part can be run (`ctest --preset host -L unit`):
#   unit           the library on this machine
#   device         whatever runs in an emulator
#   tool           the command line
#   reproduction   the paper's figures and claims
#   lint           the sources: what compiles, what must not, format, analysers, tables
# What belongs to another preset, and some that take long, also have the label `slow`.
function(ballast_label result)
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  if(CMAKE_CROSSCOMPILING)
    set(label device)
  elseif(folder MATCHES "^tests/(tool|reproduction)")
    set(label ${CMAKE_MATCH_1})
  elseif(folder MATCHES "^tests/checks/(headers|compile_fail|tree|cost)")
    set(label lint)
  else()
    set(label unit)
  endif()
  set(${result} ${label} PARENT_SCOPE)
endfunction()

# ballast_add_test(<name> [CPU_LIMIT <seconds>] COMMAND <command>...): every test is registered by this, so that every
# one has a label and is ended if it hangs (toolchains/limits.cmake). A target as the command is run by its emulator, if
# it has one.
function(ballast_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "" "CPU_LIMIT;COMMAND" "")  # PARSE_ARGV keeps semicolons inside an argument
  if(NOT test_CPU_LIMIT)
    set(test_CPU_LIMIT ${BALLAST_CPU_LIMIT})
  endif()
  set(program ${test_COMMAND})
  if(TARGET ${program})
    set(program $<TARGET_FILE:${program}>)
    get_target_property(emulator ${test_COMMAND} CROSSCOMPILING_EMULATOR)
    if(emulator)
      list(PREPEND program ${emulator})
    endif()
  endif()
  add_test(NAME ${name} COMMAND ${BALLAST_CPU_LIMITER} ${test_CPU_LIMIT} ${program} ${test_UNPARSED_ARGUMENTS})
  ballast_label(label)
  set_tests_properties(${name} PROPERTIES TIMEOUT ${BALLAST_TEST_WAIT} LABELS ${label})
  if(BALLAST_IS_DRIVEN)  # by the tests of the host preset, one of which builds this one first (driven_presets.cmake)
    set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED ${BALLAST_PRESET})
    set_property(TEST ${name} APPEND PROPERTY LABELS slow)
  endif()
endfunction()

# ballast_add_run_test(<name> <target> <argument>...): a program that runs on whatever this preset is for.
function(ballast_add_run_test name)
  ballast_add_test(${BALLAST_PRESET}.${name} COMMAND ${ARGN})
  set_property(GLOBAL APPEND PROPERTY BALLAST_FIRMWARE_IMAGES ${ARGV1})
endfunction()

# The same for a program that only makes sense on the host.
function(ballast_add_native_test name)
  ballast_add_test(${BALLAST_PRESET}.${name} COMMAND ${ARGN})
endfunction()

# ballast_add_script_test(<name> <script> <definition>...): a check written as a CMake script.
function(ballast_add_script_test name script)
  set(definitions)
  foreach(definition ${ARGN})
    list(APPEND definitions "-D${definition}")
  endforeach()
  ballast_add_test(${name} COMMAND ${CMAKE_COMMAND} ${definitions} -DROOT=${PROJECT_SOURCE_DIR}
    -P ${PROJECT_SOURCE_DIR}/tests/${script})
endfunction()

# ballast_add_gate(<name> <what it must say> <command>...): passes when the command fails and says so.
function(ballast_add_gate name match)
  ballast_add_test(gate.${name} COMMAND ${CMAKE_COMMAND} "-DMATCH=${match}"
    -P ${PROJECT_SOURCE_DIR}/tests/checks/gates/expect_failure.cmake -- ${ARGN})
endfunction()

# ballast_changed_header(<folder> <header> <text> <other text>): a header of the library with a text replaced, for a gate,
# in <folder> of the build; programs that take this folder first get it.
function(ballast_changed_header folder header from to)
  set(path ${PROJECT_SOURCE_DIR}/lib/include/ballast/${header})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(READ ${path} text)
  string(REPLACE "${from}" "${to}" changed "${text}")
  if(changed STREQUAL text)
    message(FATAL_ERROR "${header} has no '${from}', which a gate replaces")
  endif()
  file(CONFIGURE OUTPUT ${folder}/ballast/${header} CONTENT "${changed}" @ONLY)
endfunction()
