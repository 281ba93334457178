set(CMAKE_SYSTEM_PROCESSOR cortex-m3)
set(BALLAST_FLOAT_FLAGS "-mfloat-abi=soft")
set(BALLAST_BOARD mps2-an385)
include(${CMAKE_CURRENT_LIST_DIR}/cortex-m.cmake)
