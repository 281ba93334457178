set(CMAKE_SYSTEM_PROCESSOR rv32imac)
set(BALLAST_ABI ilp32)
include(${CMAKE_CURRENT_LIST_DIR}/riscv.cmake)
