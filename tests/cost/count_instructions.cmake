# count_instructions(<image> <function> <calls> <emulator>...): runs an image and sets `fewest` and `most`, the
# instructions from the entry of a function, by its name for the linker, to where it returns to. It must be called from
# one place, `calls` times. Needs OBJDUMP.
function(count_instructions image function calls)
  execute_process(COMMAND ${OBJDUMP} -d --no-show-raw-insn ${image} OUTPUT_VARIABLE code COMMAND_ERROR_IS_FATAL ANY)
  if(NOT code MATCHES "\tbl[ \t]+([0-9a-f]+) <${function}>\n[ \t]*([0-9a-f]+):")
    message(FATAL_ERROR "nobody calls ${function}")
  endif()
  set(entry ${CMAKE_MATCH_1})
  set(return ${CMAKE_MATCH_2})

  execute_process(COMMAND gcc -shared -fPIC -O2 ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/icount_plugin.c -o ${image}.icount.so
    COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE ${image}.icount)
  execute_process(COMMAND ${ARGN} ${image} -plugin ${image}.icount.so,begin=0x${entry},end=0x${return}
    -d plugin -D ${image}.icount COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${image}.icount counted)
  if(NOT counted MATCHES "calls=${calls} sum=[0-9]+ min=([0-9]+) max=([0-9]+)")
    message(FATAL_ERROR "not ${calls} calls were counted: ${counted}")
  endif()
  set(fewest ${CMAKE_MATCH_1} PARENT_SCOPE)
  set(most ${CMAKE_MATCH_2} PARENT_SCOPE)
endfunction()
