set(BALLAST_CHIP atmega1284p)
set(BALLAST_CHIP_RAM 16384)
set(BALLAST_CHIP_FLASH 131072)
set(BALLAST_DIGEST_PARTS 1 2 3 4 5 6 7 8 9 10 12)  # all but every number of features (11), which is too much code
include(${CMAKE_CURRENT_LIST_DIR}/avr.cmake)
