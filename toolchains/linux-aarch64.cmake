set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(BALLAST_TOOL_PREFIX aarch64-linux-gnu)
set(BALLAST_EMULATOR qemu-aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/linux.cmake)
