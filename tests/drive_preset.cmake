# cmake -DPRESET=<preset> -DSTEP=configure|build -DROOT=<project> -P drive_preset.cmake
# One step of a preset. Its output is kept in build/<preset>/<step>.log, and shown if the step fails.
set(arguments_configure --preset ${PRESET})
set(arguments_build --build --preset ${PRESET})
set(log ${ROOT}/build/${PRESET}/${STEP}.log)
file(MAKE_DIRECTORY ${ROOT}/build/${PRESET})
execute_process(COMMAND ${CMAKE_COMMAND} ${arguments_${STEP}} WORKING_DIRECTORY ${ROOT}
  OUTPUT_FILE ${log} ERROR_FILE ${log} RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  file(READ ${log} output)
  message("${output}")
  list(JOIN arguments_${STEP} " " arguments)
  message(FATAL_ERROR "'cmake ${arguments}' failed; its output is also in build/${PRESET}/${STEP}.log")
endif()
