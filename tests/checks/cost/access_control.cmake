# cmake -DNM= -DOBJDUMP= -DSIZE= -DIMAGE= -P access_control.cmake -- <emulator>...
# What the agent of the example costs, learning and choosing together, is what README says.
include(${CMAKE_CURRENT_LIST_DIR}/../../arguments.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/count_instructions.cmake)
arguments_after_dashes(emulator)
execute_process(COMMAND ${NM} ${IMAGE} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
if(NOT symbols MATCHES " W (_ZN7ballast5SarsaI[A-Za-z0-9_]*4tickE[A-Za-z0-9_]*)")
  message(FATAL_ERROR "${IMAGE} has no tick()")
endif()
count_instructions(${IMAGE} ${CMAKE_MATCH_1} 18000 ${emulator})
execute_process(COMMAND ${SIZE} ${IMAGE} OUTPUT_VARIABLE sizes COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "\n *([0-9]+)" flash "${sizes}")
set(flash ${CMAKE_MATCH_1})

message(STATUS "a tick: ${mean} instructions, at most ${most}; the program: ${flash} bytes of flash")
file(READ ${CMAKE_CURRENT_LIST_DIR}/../../../README.md readme)
if(NOT readme MATCHES "${mean} instructions a tick on a Cortex-M4F, ${most} at most, ${flash} bytes of flash")
  message(FATAL_ERROR "README.md does not say so")
endif()
