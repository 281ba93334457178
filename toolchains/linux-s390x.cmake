# The one big-endian machine: suites that write and read bytes run there, too.
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(BALLAST_TOOL_PREFIX s390x-linux-gnu)
set(BALLAST_EMULATOR qemu-s390x)
set(BALLAST_SUITES_OF_SMALLEST_SET snapshot recorder telemetry fixed_snapshot)
include(${CMAKE_CURRENT_LIST_DIR}/linux.cmake)
