# cmake -DC=<command> -DCXX=<command> -DLINK=<command> [-DLIBRARIES=<option>] -DPAGE=<folder of learner.c and agent.c> -DINTERFACE=<ballast_c.cpp>
#   -DSCRATCH=<folder> [-DRUN=RUN] -P as_c.cmake
# Compiles the interface as C++, and the programs of the page as C, which also links them.
file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})
execute_process(COMMAND ${CXX} -c ${INTERFACE} -o ${SCRATCH}/ballast_c.o COMMAND_ERROR_IS_FATAL ANY)
foreach(program learner agent)
  execute_process(COMMAND ${C} -c ${PAGE}/${program}.c -o ${SCRATCH}/${program}.o COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND ${LINK} ${SCRATCH}/learner.o ${SCRATCH}/agent.o ${SCRATCH}/ballast_c.o
  ${LIBRARIES} -o ${SCRATCH}/program COMMAND_ERROR_IS_FATAL ANY)
if(RUN)
  execute_process(COMMAND ${SCRATCH}/program COMMAND_ERROR_IS_FATAL ANY)
endif()
