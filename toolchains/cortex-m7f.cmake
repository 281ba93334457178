set(CMAKE_SYSTEM_PROCESSOR cortex-m7)
set(BALLAST_FLOAT_FLAGS "-mfloat-abi=hard -mfpu=fpv5-d16")
set(BALLAST_BOARD mps2-an500)
include(${CMAKE_CURRENT_LIST_DIR}/cortex-m.cmake)
