# cmake -DPROGRAM=<folder> -DSCRATCH=<folder> -DSECTORS=<program> -P flash_image.cmake -- <configure option>...
# The image that is meant for a board: what must not be in it, what it takes, and that it works. It has no semihosting to
# tell us, so we look into the memory of the emulated board.
include(${CMAKE_CURRENT_LIST_DIR}/../../arguments.cmake)
arguments_after_dashes(options)

set(project ${SCRATCH})
file(REMOVE_RECURSE ${project})
file(COPY ${PROGRAM}/ DESTINATION ${project})
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${project} -B ${project}/build ${options} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${project}/build COMMAND_ERROR_IS_FATAL ANY)
set(image ${project}/build/firmware.elf)

# --- what must not be in it ----------------------------------------------------------------------------------
execute_process(COMMAND arm-none-eabi-objdump -d ${image} OUTPUT_VARIABLE code COMMAND_ERROR_IS_FATAL ANY)
if(code MATCHES "bkpt")
  message(FATAL_ERROR "the image contains semihosting: a board without a debugger would stop")
endif()
set(NM arm-none-eabi-nm)
set(IMAGES ${image})
include(${CMAKE_CURRENT_LIST_DIR}/../gates/no_runtime.cmake)

# --- what it takes -------------------------------------------------------------------------------------------
execute_process(COMMAND arm-none-eabi-size ${image} OUTPUT_VARIABLE sizes COMMAND_ERROR_IS_FATAL ANY)
if(NOT sizes MATCHES "\n *([0-9]+)[\t ]+([0-9]+)[\t ]+([0-9]+)")
  message(FATAL_ERROR "no sizes: ${sizes}")
endif()
if(NOT CMAKE_MATCH_2 EQUAL 0)
  message(FATAL_ERROR "${CMAKE_MATCH_2} bytes of .data: something is not zero before setup()")
endif()
file(READ ${project}/README.md readme)
string(FIND "${readme}" "| ${CMAKE_MATCH_1} B | ${CMAKE_MATCH_3} B |" position)
if(position EQUAL -1)
  message(FATAL_ERROR "README.md does not say '| ${CMAKE_MATCH_1} B | ${CMAKE_MATCH_3} B |'")
endif()
file(SIZE ${project}/build/firmware.bin bin_size)
if(NOT bin_size EQUAL CMAKE_MATCH_1 OR NOT EXISTS ${project}/build/firmware.hex)
  message(FATAL_ERROR "firmware.bin has ${bin_size} bytes, the image ${CMAKE_MATCH_1}; or there is no firmware.hex")
endif()

# What was learned is in sectors 2 and 3 (src/flash.hpp), and so nothing else may be.
file(READ ${project}/stm32f405.ld memory_map)
if(NOT memory_map MATCHES "SNAPSHOTS [(]r[)] : ORIGIN = 0x08008000, LENGTH = 32K" OR bin_size GREATER 32768)
  message(FATAL_ERROR "the program is not kept out of the sectors that snapshots are in")
endif()

# --- that it works -------------------------------------------------------------------------------------------
# Runs it for so many seconds, and writes its RAM to a file. Other arguments are for the emulator.
function(run_for seconds)
  list(JOIN ARGN " " arguments)
  execute_process(WORKING_DIRECTORY ${project}/build COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET COMMAND sh -c
    "(sleep ${seconds}; echo pmemsave 0x20000000 0x20000 ram; echo quit) | \
      qemu-system-arm -M netduinoplus2 -display none -serial none -monitor stdio -kernel firmware.elf ${arguments}")
endfunction()

# The word at an address of the RAM.
function(word_at address result)
  math(EXPR offset "${address} - 0x20000000")
  file(READ ${project}/build/ram bytes OFFSET ${offset} LIMIT 4 HEX)
  string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1" word ${bytes})
  math(EXPR word "${word}")
  set(${result} ${word} PARENT_SCOPE)
endfunction()

execute_process(COMMAND ${NM} ${image} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
if(NOT symbols MATCHES "([0-9a-f]+) B health\n")
  message(FATAL_ERROR "the image has no variable 'health'")
endif()
set(health 0x${CMAKE_MATCH_1})

# The same, until there was time for some ticks; then the variables of `health`.
macro(run)
  foreach(seconds 3 10 30 100)  # longer, where a busy machine leaves the emulator no time
    run_for(${seconds} ${ARGN})
    word_at(${health} ticks)
    if(NOT ticks LESS 200)
      break()
    endif()
  endforeach()
  set(address ${health})
  foreach(field ticks not_believed out_of_range refused projections average_reward resumed saves failed_saves)
    word_at(${address} ${field})
    math(EXPR address "${address} + 4")
  endforeach()
endmacro()

# With what an earlier run has kept in the two sectors, as the driver writes it on the host.
execute_process(COMMAND ${SECTORS} --write ${project}/build/sectors COMMAND_ERROR_IS_FATAL ANY)
run(-device loader,file=sectors,addr=0x08008000,force-raw=on)
if(NOT resumed EQUAL 1 OR NOT refused EQUAL 0)
  message(FATAL_ERROR "the image does not resume from what is in flash")
endif()

run()
math(EXPR fewest "${ticks} / 97")  # the stub fails at every 97th reading,
math(EXPR most "(${ticks} + 1) / 97")  # and we may look in the middle of a tick
message(STATUS "${ticks} ticks, ${not_believed} readings not believed, ${refused} updates refused")
if(ticks LESS 200 OR not_believed LESS fewest OR not_believed GREATER most OR NOT refused EQUAL 0
   OR NOT projections EQUAL 0 OR average_reward EQUAL 0 OR NOT resumed EQUAL 0 OR NOT failed_saves EQUAL 0)
  message(FATAL_ERROR "the image does not work")
endif()

# The memory of the emulator is zero at first, and the stack grows down to the beginning of the RAM.
file(READ ${project}/build/ram stack LIMIT 2048 HEX)
string(REGEX MATCH "^(00)*" unused "${stack}")
string(LENGTH "${unused}" unused)
math(EXPR used "2048 - ${unused} / 2")
message(STATUS "${used} bytes of stack used")
if(used LESS 16 OR used GREATER 1024)
  message(FATAL_ERROR "README.md says that less than half of the stack is used")
endif()
