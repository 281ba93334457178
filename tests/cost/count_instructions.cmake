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
  execute_process(COMMAND ${ARGN} ${image} -plugin ${image}.icount.so,call=0x${entry}:0x${return}
    -d plugin -D ${image}.icount COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${image}.icount counted)
  string(REGEX MATCHALL " [0-9]+" counts "${counted}")
  list(POP_FRONT counts)  # what was in a library
  list(LENGTH counts counted_calls)
  if(NOT counted_calls EQUAL calls)
    message(FATAL_ERROR "not ${calls} calls were counted: ${counted}")
  endif()
  list(SORT counts COMPARE NATURAL)
  list(GET counts 0 fewest)
  list(GET counts -1 most)
  string(STRIP "${fewest}" fewest)
  string(STRIP "${most}" most)
  set(fewest ${fewest} PARENT_SCOPE)
  set(most ${most} PARENT_SCOPE)
endfunction()
