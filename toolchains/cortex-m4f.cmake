set(CMAKE_SYSTEM_PROCESSOR cortex-m4)
set(BALLAST_FLOAT_FLAGS "-mfloat-abi=hard -mfpu=fpv4-sp-d16")
set(BALLAST_BOARD mps2-an386)
set(BALLAST_STANDARD_HEADERS ON)  # on this core, so that both ways of ETL are tested
include(${CMAKE_CURRENT_LIST_DIR}/cortex-m.cmake)
