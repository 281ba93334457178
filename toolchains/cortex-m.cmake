# What the Cortex-M cores share. A core's own file sets, and then includes this one:
#   CMAKE_SYSTEM_PROCESSOR   as -mcpu names it
#   BALLAST_FLOAT_FLAGS      its FPU, and what follows from it for calls
#   BALLAST_BOARD            as the emulator names it
#   BALLAST_STANDARD_HEADERS optional: ETL uses the C++ standard headers; without them a file compiles faster
set(BALLAST_TOOL_PREFIX arm-none-eabi)
set(BALLAST_CORE_FLAGS "-mcpu=${CMAKE_SYSTEM_PROCESSOR} -mthumb ${BALLAST_FLOAT_FLAGS} --specs=nano.specs")
if(NOT BALLAST_STANDARD_HEADERS)
  string(APPEND BALLAST_CORE_FLAGS " -DETL_NO_STL")
endif()
set(BALLAST_PORT cortex-m)
set(BALLAST_EMULATOR qemu-system-arm -M ${BALLAST_BOARD})
include(${CMAKE_CURRENT_LIST_DIR}/bare-metal.cmake)
