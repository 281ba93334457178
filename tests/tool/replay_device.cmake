# cmake -DPRESET=<core> -DROOT= -DBALLAST= -DLAST_ROW_BITS= -P replay_device.cmake
# Runs the device's program in its emulator, replays the log it wrote, and compares what was learned, bit by bit.
include(${ROOT}/toolchains/${PRESET}.cmake)
execute_process(COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${ROOT}/build/${PRESET}/bin/tests/device_log
  OUTPUT_VARIABLE written COMMAND_ERROR_IS_FATAL ANY)
if(NOT written MATCHES "^(# ballast: .*\n)(t,reward,.*\n)decaying ([0-9a-f ]+)\nplain ([0-9a-f ]+)\n$")
  message(FATAL_ERROR "the device wrote:\n${written}")
endif()
set(configuration "${CMAKE_MATCH_1}")
set(rows "${CMAKE_MATCH_2}")
set(bits_of_decaying "${CMAKE_MATCH_3}")
set(bits_of_plain "${CMAKE_MATCH_4}")

function(replay_must_give expected)
  execute_process(COMMAND ${BALLAST} replay "${PRESET} log.csv" --on-bad skip --out "${PRESET} trace.csv" ${ARGN}
    COMMAND_ERROR_IS_FATAL ANY ERROR_VARIABLE errors)
  if(NOT errors MATCHES "log.csv:15[24]:5: the reward is not finite. reward_not_finite: no update from t = 150 to 151\n.*299 transitions learned, 1 refused")
    message(FATAL_ERROR "the reward that was not a number was not told:\n${errors}")
  endif()
  execute_process(COMMAND ${LAST_ROW_BITS} "${PRESET} trace.csv" OUTPUT_VARIABLE bits COMMAND_ERROR_IS_FATAL ANY)
  if(NOT bits STREQUAL expected)
    message(FATAL_ERROR "the device has ${expected}, the replay ${bits} with ${ARGN}")
  endif()
  message(STATUS "${PRESET} and replay: ${bits}")
endfunction()
# The log says how the first learner was configured: no options. For the other one, the lines are left out.
file(WRITE "${PRESET} log.csv" "${configuration}${rows}")
replay_must_give("${bits_of_decaying}")
file(WRITE "${PRESET} log.csv" "${rows}")
replay_must_give("${bits_of_plain}" --rule standard --lambda 0.25 --ratio 1 --schedule constant:0.7
  --projection separate:0.5,0.4)
