set(CMAKE_SYSTEM_PROCESSOR cortex-m33)
set(BALLAST_FLOAT_FLAGS "-mfloat-abi=hard -mfpu=fpv5-sp-d16")
set(BALLAST_BOARD mps2-an505)
include(${CMAKE_CURRENT_LIST_DIR}/cortex-m.cmake)
