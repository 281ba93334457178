# cmake -DNM= -DOBJDUMP= -DIMAGE= -DINSTRUCTIONS=<limit> -DBYTES=<limit> -P measure.cmake -- <emulator>...
include(${CMAKE_CURRENT_LIST_DIR}/../arguments.cmake)
arguments_after_dashes(emulator)

# --- bytes: update() and what it calls when it refuses -----------------------------------------------------------
execute_process(COMMAND ${NM} --print-size ${IMAGE} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
set(bytes 0)
foreach(function update refuse)
  if(NOT symbols MATCHES "([0-9a-f]+) ([0-9a-f]+) [Ww] (_ZN7ballast7Learner[A-Za-z0-9_]*${function}E[A-Za-z0-9_]*)")
    message(FATAL_ERROR "${IMAGE} has no ${function}()")
  endif()
  set(entry_of_${function} ${CMAKE_MATCH_1})
  set(name_of_${function} ${CMAKE_MATCH_3})
  math(EXPR bytes "${bytes} + 0x${CMAKE_MATCH_2}")
endforeach()

# --- instructions: from the entry of update() to where it returns to ---------------------------------------------
execute_process(COMMAND ${OBJDUMP} -d --no-show-raw-insn ${IMAGE} OUTPUT_VARIABLE code COMMAND_ERROR_IS_FATAL ANY)
if(NOT code MATCHES "\tbl[ \t]+[0-9a-f]+ <${name_of_update}>\n[ \t]*([0-9a-f]+):")
  message(FATAL_ERROR "nobody calls update()")
endif()
set(return ${CMAKE_MATCH_1})

execute_process(COMMAND gcc -shared -fPIC -O2 ${CMAKE_CURRENT_LIST_DIR}/icount_plugin.c -o ${IMAGE}.icount.so
  COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${IMAGE}.icount)
execute_process(COMMAND ${emulator} ${IMAGE}
  -plugin ${IMAGE}.icount.so,begin=0x${entry_of_update},end=0x${return} -d plugin -D ${IMAGE}.icount
  COMMAND_ERROR_IS_FATAL ANY)
file(READ ${IMAGE}.icount counted)
if(NOT counted MATCHES "calls=400 sum=[0-9]+ min=([0-9]+) max=([0-9]+)")
  message(FATAL_ERROR "not 400 updates were counted: ${counted}")
endif()
set(fewest ${CMAKE_MATCH_1})
set(most ${CMAKE_MATCH_2})

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
