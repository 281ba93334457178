set(BALLAST_CHIP atmega328p)
set(BALLAST_CHIP_RAM 2048)
set(BALLAST_CHIP_FLASH 32768)
set(BALLAST_DIGEST_PARTS 1 2 3 5)  # functions, dense and sparse learners, norms
include(${CMAKE_CURRENT_LIST_DIR}/avr.cmake)
