# What all cores share. A core's own file, or that of its family, sets, and then includes this one:
#   CMAKE_SYSTEM_PROCESSOR
#   BALLAST_TOOL_PREFIX   of the compiler: arm-none-eabi, riscv64-unknown-elf
#   BALLAST_CORE_FLAGS    which core, which FPU, which ABI, which C library
#   BALLAST_LINK_FLAGS    optional: what the linker needs besides
#   BALLAST_PORT          the folder below ports with its start-up code
#   BALLAST_BOARD         the linker script of that port
#   BALLAST_EMULATOR      the emulator and its machine, a list
#   BALLAST_SMALL_BOARD   optional: its memory has no room for a large suite in one piece
#   BALLAST_REPRESENTED_BY  optional: the core of its family that also runs what one core of a family is enough for
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)  # no start-up code in a compiler check

set(CMAKE_C_COMPILER ${BALLAST_TOOL_PREFIX}-gcc)
set(CMAKE_CXX_COMPILER ${BALLAST_TOOL_PREFIX}-g++)
set(CMAKE_C_FLAGS_INIT "${BALLAST_CORE_FLAGS} -ffunction-sections -fdata-sections -fno-unwind-tables -fno-asynchronous-unwind-tables")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT} -fno-exceptions -fno-rtti -fno-threadsafe-statics")
set(CMAKE_EXE_LINKER_FLAGS_INIT "${BALLAST_LINK_FLAGS} -Wl,--gc-sections")

include(${CMAKE_CURRENT_LIST_DIR}/find_root.cmake)

# An image that hangs must end as a failure: one that is busy by its processor time, one that sleeps by `timeout`.
# Semihosting output goes to stderr unless it is given a chardev.
include(${CMAKE_CURRENT_LIST_DIR}/limits.cmake)
set(CMAKE_CROSSCOMPILING_EMULATOR ${BALLAST_CPU_LIMITER} ${BALLAST_CPU_LIMIT} timeout ${BALLAST_EMULATOR_WAIT}
  ${BALLAST_EMULATOR}
  -nographic -monitor none -serial none -chardev stdio,id=console
  -semihosting-config enable=on,target=native,chardev=console -kernel)
