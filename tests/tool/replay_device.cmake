# cmake -DPRESET=<core> -DROOT= -DBALLAST= -DLAST_ROW_BITS= -P replay_device.cmake
# Runs the device's program in its emulator, replays the log it wrote, and compares what was learned, bit by bit.
include(${ROOT}/toolchains/${PRESET}.cmake)
execute_process(COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${ROOT}/build/${PRESET}/bin/tests/device_log
  OUTPUT_VARIABLE written COMMAND_ERROR_IS_FATAL ANY)
if(NOT written MATCHES "^(t,reward,.*\n)decaying ([0-9a-f ]+)\nplain ([0-9a-f ]+)\n$")
  message(FATAL_ERROR "the device wrote:\n${written}")
endif()
set(bits_of_decaying "${CMAKE_MATCH_2}")
set(bits_of_plain "${CMAKE_MATCH_3}")
file(WRITE "${PRESET} log.csv" "${CMAKE_MATCH_1}")

function(replay_must_give expected)
  execute_process(COMMAND ${BALLAST} replay "${PRESET} log.csv" --on-bad skip --out "${PRESET} trace.csv" ${ARGN}
    COMMAND_ERROR_IS_FATAL ANY ERROR_VARIABLE errors)
  if(NOT errors MATCHES "log.csv:152:5: the reward is not finite. reward_not_finite: no update from t = 150 to 151\n.*299 transitions learned, 1 refused")
    message(FATAL_ERROR "the reward that was not a number was not told:\n${errors}")
  endif()
  execute_process(COMMAND ${LAST_ROW_BITS} "${PRESET} trace.csv" OUTPUT_VARIABLE bits COMMAND_ERROR_IS_FATAL ANY)
  if(NOT bits STREQUAL expected)
    message(FATAL_ERROR "the device has ${expected}, the replay ${bits} with ${ARGN}")
  endif()
  message(STATUS "${PRESET} and replay: ${bits}")
endfunction()
replay_must_give("${bits_of_decaying}" --rule implicit --lambda 0.9 --ratio 0.3 --schedule polynomial:1.5,2,0.99,50
  --projection joint:0.75 --constant-direction ones)
replay_must_give("${bits_of_plain}" --rule standard --lambda 0.25 --ratio 1 --schedule constant:0.7
  --projection separate:0.5,0.4)
