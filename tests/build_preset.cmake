# Configures and builds one preset.
foreach(arguments "--preset;${PRESET}" "--build;--preset;${PRESET}")
  execute_process(COMMAND ${CMAKE_COMMAND} ${arguments} WORKING_DIRECTORY ${ROOT} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "'cmake ${arguments}' failed")
  endif()
endforeach()
