# What the Linux machines share that run one process in an emulator. A machine's own file sets, and then includes this
# one:
#   CMAKE_SYSTEM_PROCESSOR
#   BALLAST_TOOL_PREFIX   of the compiler: aarch64-linux-gnu
#   BALLAST_EMULATOR      qemu-aarch64
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${BALLAST_TOOL_PREFIX}-gcc)
set(CMAKE_CXX_COMPILER ${BALLAST_TOOL_PREFIX}-g++)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)  # the emulator then needs no system of that machine
set(BALLAST_PORT host)

include(${CMAKE_CURRENT_LIST_DIR}/find_root.cmake)

include(${CMAKE_CURRENT_LIST_DIR}/limits.cmake)
set(CMAKE_CROSSCOMPILING_EMULATOR ${BALLAST_CPU_LIMITER} ${BALLAST_CPU_LIMIT} ${BALLAST_EMULATOR})
