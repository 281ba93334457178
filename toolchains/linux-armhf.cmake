set(CMAKE_SYSTEM_PROCESSOR armv7-a)
set(BALLAST_TOOL_PREFIX arm-linux-gnueabihf)
set(BALLAST_EMULATOR qemu-arm)
include(${CMAKE_CURRENT_LIST_DIR}/linux.cmake)
