# cmake -DSOURCE=three_lengths.cpp -DSCRATCH=<folder> -P code_size.cmake -- <compiler and flags>
# Three learners that differ in nothing but their length take at most half as much code again as one.
include(${CMAKE_CURRENT_LIST_DIR}/../../../arguments.cmake)
arguments_after_dashes(compiler)
foreach(lengths 1 3)
  execute_process(COMMAND ${compiler} -DLENGTHS=${lengths} -c ${SOURCE} -o ${SCRATCH}/${lengths}_lengths.o
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND size ${SCRATCH}/${lengths}_lengths.o OUTPUT_VARIABLE sizes COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "\n *([0-9]+)" _ "${sizes}")
  set(of_${lengths} ${CMAKE_MATCH_1})
endforeach()
message(STATUS "one learner ${of_1} bytes, three ${of_3}")
math(EXPR twice "2 * ${of_3}")
math(EXPR limit "3 * ${of_1}")
if(twice GREATER limit)
  message(FATAL_ERROR "three learners take ${of_3} bytes of code, one ${of_1}")
endif()
