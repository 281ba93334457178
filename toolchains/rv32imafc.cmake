set(CMAKE_SYSTEM_PROCESSOR rv32imafc)
set(BALLAST_ABI ilp32f)
include(${CMAKE_CURRENT_LIST_DIR}/riscv.cmake)
