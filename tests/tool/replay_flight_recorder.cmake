# cmake -DPRESET=<core> -DROOT= -DBALLAST= -DFLIGHT_RECORDER= -P replay_flight_recorder.cmake
# Runs the example with the flight recorder in the core's emulator and replays its log of 10,000 ticks: every decision
# must be the same, and every byte of the agent in the middle and at the end. The log itself must be that of the host.
include(${ROOT}/toolchains/${PRESET}.cmake)
set(log "recorded on ${PRESET}.blfr")
execute_process(COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${ROOT}/build/${PRESET}/bin/flight_recorder
  OUTPUT_FILE "${log}" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${FLIGHT_RECORDER} OUTPUT_FILE "recorded beside ${PRESET}.blfr" COMMAND_ERROR_IS_FATAL ANY)
file(SHA256 "${log}" digest)
file(SHA256 "recorded beside ${PRESET}.blfr" digest_of_host)
if(NOT digest STREQUAL digest_of_host)
  message(FATAL_ERROR "${PRESET} has recorded other bytes than the host")
endif()
execute_process(COMMAND ${BALLAST} replay "${log}" OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
if(NOT said MATCHES "checkpoints +2, byte for byte\n" OR NOT said MATCHES "\nall 10000 decisions as recorded\n$")
  message(FATAL_ERROR "the replay says:\n${said}")
endif()
message(STATUS "${PRESET}: ${said}")
