# cmake -DNAME=<name> -DPROGRAM=<folder> -DSCRATCH=<folder> -P build_and_run.cmake -- <configure option>...
include(${CMAKE_CURRENT_LIST_DIR}/../../arguments.cmake)
arguments_after_dashes(options)

set(project ${SCRATCH}/${NAME})
file(REMOVE_RECURSE ${project})
file(COPY ${PROGRAM}/ DESTINATION ${project})
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${project} -B ${project}/build ${options} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${project}/build COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${project}/build --target run COMMAND_ERROR_IS_FATAL ANY)
