# cmake -DBALLAST= -DOUT=<folder> -DLOG=<csv> -DOPTIONS=<of replay> -P snapshot_header.cmake
# Writes OUT/learner.snapshot, its weights as OUT/learned.hpp, and OUT/use.hpp: what the comment of that header says.
separate_arguments(OPTIONS UNIX_COMMAND "${OPTIONS}")
file(MAKE_DIRECTORY "${OUT}")
execute_process(COMMAND ${BALLAST} replay "${LOG}" ${OPTIONS} --fingerprint 0xBEEF --save "${OUT}/learner.snapshot"
  --out "${OUT}/trace.csv" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${BALLAST} snapshot export "${OUT}/learner.snapshot" --header --name fan -o "${OUT}/learned.hpp"
  COMMAND_ERROR_IS_FATAL ANY)
file(READ "${OUT}/learned.hpp" header)
if(NOT header MATCHES "in this or another configuration:\n((//[^\n]*\n)+)")
  message(FATAL_ERROR "The header does not say how to use it:\n${header}")
endif()
string(REPLACE "//  " "" use "${CMAKE_MATCH_1}")
file(WRITE "${OUT}/use.hpp" "${use}")
file(STRINGS "${OUT}/learned.hpp" lines)
foreach(line IN LISTS lines)
  string(LENGTH "${line}" length)
  if(length GREATER 120)
    message(FATAL_ERROR "a line of ${length} characters: ${line}")
  endif()
endforeach()
