# cmake -DBALLAST= -DSCRATCH=<folder> -DETL_INCLUDE= -DINPUTS= -DCOMPONENTS= -DGAMMAS= -DSEED= -DSCALAR= -DROOT= -P rff_header.cmake
# Writes a header, compiles it alone with every compiler, and compares its table with one drawn from the same seed.
file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}")
execute_process(COMMAND ${BALLAST} rff --inputs ${INPUTS} --components ${COMPONENTS} --gamma ${GAMMAS} --seed ${SEED}
  --scalar ${SCALAR} --name table --out "${SCRATCH}/table.hpp" COMMAND_ERROR_IS_FATAL ANY)
file(GLOB files RELATIVE "${SCRATCH}" "${SCRATCH}/*")
if(NOT files STREQUAL "table.hpp")
  message(FATAL_ERROR "not one file was written: ${files}")
endif()
file(STRINGS "${SCRATCH}/table.hpp" lines)
foreach(line IN LISTS lines)
  string(LENGTH "${line}" length)
  if(length GREATER 120)
    message(FATAL_ERROR "a line of ${length} characters: ${line}")
  endif()
endforeach()

set(flags -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion -Werror -I${ROOT}/lib/include
  -isystem ${ETL_INCLUDE})
file(WRITE "${SCRATCH}/alone.cpp" "#include \"table.hpp\"\n")
foreach(compiler "g++" "clang++" "arm-none-eabi-g++ -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16"
                 "riscv64-unknown-elf-g++ -march=rv32imac -mabi=ilp32 --specs=picolibc.specs -DETL_NO_STL")
  separate_arguments(compiler UNIX_COMMAND "${compiler}")
  execute_process(COMMAND ${compiler} ${flags} -fsyntax-only "${SCRATCH}/alone.cpp" COMMAND_ERROR_IS_FATAL ANY)
endforeach()

# Drawn from the same seed it is the same; from another one it is not.
foreach(compiler g++ clang++)
  execute_process(COMMAND ${compiler} ${flags} "-I${SCRATCH}" -DGAMMAS=${GAMMAS}
    ${CMAKE_CURRENT_LIST_DIR}/rff_drawn.cpp -o "${SCRATCH}/drawn" COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND "${SCRATCH}/drawn" ${SEED} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND "${SCRATCH}/drawn" 12345 RESULT_VARIABLE result)
  if(NOT result EQUAL 1)
    message(FATAL_ERROR "the table of another seed is said to be the same: ${result}")
  endif()
endforeach()
