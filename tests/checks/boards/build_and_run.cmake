# cmake -DPROJECT=<folder> -DBOARD=<this folder> -DSCRATCH=<folder> -DDEPS=<.deps> -P build_and_run.cmake
# Builds a project by its own CMakeLists.txt, with a framework of ours in the place of the real one, and runs it.
set(ENV{STAND_IN_BOARD} ${BOARD})
set(ENV{IDF_PATH} ${BOARD}/sdk)
set(ENV{PICO_SDK_PATH} ${BOARD}/sdk)
set(ENV{ZEPHYR_BASE} ${BOARD}/sdk)
file(REMOVE_RECURSE ${SCRATCH})
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${PROJECT} -B ${SCRATCH} -DZephyr_DIR=${BOARD}/sdk
  -DBALLAST_DEPS_DIR=${DEPS} -DCMAKE_CXX_FLAGS=-O1 COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${SCRATCH} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${SCRATCH}/program COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${SCRATCH})
