# What the AVR chips share: clang 19, with the libraries and the linker of gcc-avr (whose own compiler has no C++17), and
# simavr. A chip's own file sets, and then includes this one:
#   BALLAST_CHIP                 as -mmcu and simavr name it
#   BALLAST_CHIP_RAM             bytes of RAM and
#   BALLAST_CHIP_FLASH           of flash: the linker takes no more
#   BALLAST_DIGEST_PARTS         the parts of tests/digests that fit, one program each
# Chips with more than 128 KB of flash, such as the ATmega2560, do not work: clang 19 reads arguments that are passed on
# the stack from the wrong place where a return address has three bytes.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR avr)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)  # no start-up code in a compiler check

set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_COMPILER_TARGET avr)
set(CMAKE_CXX_COMPILER_TARGET avr)
foreach(tool AR NM OBJCOPY OBJDUMP RANLIB)
  string(TOLOWER ${tool} name)
  set(CMAKE_${tool} avr-${name})
endforeach()

# -nostdlibinc: otherwise the C headers of this machine are found. Two macros that avr-libc and clang lack in C++.
set(BALLAST_AVR_LIBC /usr/lib/avr)
set(CMAKE_C_FLAGS_INIT "-mmcu=${BALLAST_CHIP} -nostdlibinc -isystem ${BALLAST_AVR_LIBC}/include -ffunction-sections -fdata-sections")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT} -fno-exceptions -fno-rtti -fno-threadsafe-statics -DETL_NO_STL \
-D__STDC_LIMIT_MACROS -D__WCHAR_MIN__=-__WCHAR_MAX__-1")
# -mno-relax: clang has already resolved the branches in code that the linker would otherwise shorten; such a program
# crashes before its first character.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-mno-relax -Wl,--gc-sections \
-Wl,--defsym=__DATA_REGION_LENGTH__=${BALLAST_CHIP_RAM} -Wl,--defsym=__TEXT_REGION_LENGTH__=${BALLAST_CHIP_FLASH}")

include(${CMAKE_CURRENT_LIST_DIR}/find_root.cmake)

set(BALLAST_PORT avr)
set(BALLAST_EMULATOR simavr -m ${BALLAST_CHIP} -f 16000000)

# simavr has no exit codes: run_simavr.sh makes one of what the program prints. A program that hangs ends as a failure:
# one that is busy by its processor time, one that sleeps by `timeout`.
include(${CMAKE_CURRENT_LIST_DIR}/limits.cmake)
set(CMAKE_CROSSCOMPILING_EMULATOR ${BALLAST_CPU_LIMITER} ${BALLAST_CPU_LIMIT} timeout ${BALLAST_EMULATOR_WAIT}
  sh ${CMAKE_CURRENT_LIST_DIR}/run_simavr.sh ${BALLAST_EMULATOR})
