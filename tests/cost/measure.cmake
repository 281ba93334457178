# cmake -DNM= -DOBJDUMP= -DIMAGE= -DINSTRUCTIONS=<limit> -DBYTES=<limit> -P measure.cmake -- <emulator>...
include(${CMAKE_CURRENT_LIST_DIR}/../arguments.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/count_instructions.cmake)
arguments_after_dashes(emulator)

# --- bytes: update() and what it calls when it refuses -----------------------------------------------------------
execute_process(COMMAND ${NM} --print-size ${IMAGE} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
set(bytes 0)
foreach(function update refuse)
  if(NOT symbols MATCHES "[0-9a-f]+ ([0-9a-f]+) [Ww] (_ZN7ballast7Learner[A-Za-z0-9_]*${function}E[A-Za-z0-9_]*)")
    message(FATAL_ERROR "${IMAGE} has no ${function}()")
  endif()
  set(name_of_${function} ${CMAKE_MATCH_2})
  math(EXPR bytes "${bytes} + 0x${CMAKE_MATCH_1}")
endforeach()

# --- instructions: from the entry of update() to where it returns to ---------------------------------------------
count_instructions(${IMAGE} ${name_of_update} 400 ${emulator})

message(STATUS "update: ${fewest} to ${most} instructions (limit ${INSTRUCTIONS}), ${bytes} bytes (limit ${BYTES})")
if(most GREATER INSTRUCTIONS OR bytes GREATER BYTES)
  message(FATAL_ERROR "an update costs more than promised")
endif()
file(READ ${CMAKE_CURRENT_LIST_DIR}/../../README.md readme)
foreach(figure ${most} ${bytes})
  if(NOT readme MATCHES "[^0-9]${figure}[^0-9]")
    message(FATAL_ERROR "README.md does not say ${figure}")
  endif()
endforeach()
if(NOT fewest EQUAL most)
  message(FATAL_ERROR "the cost of an update depends on the data")
endif()
