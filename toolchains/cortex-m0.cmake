set(CMAKE_SYSTEM_PROCESSOR cortex-m0)
set(BALLAST_FLOAT_FLAGS "-mfloat-abi=soft")
set(BALLAST_BOARD microbit)
set(BALLAST_SMALL_BOARD ON)  # 16 KB of RAM, 256 KB of flash
include(${CMAKE_CURRENT_LIST_DIR}/cortex-m.cmake)
