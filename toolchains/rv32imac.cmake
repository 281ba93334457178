set(CMAKE_SYSTEM_PROCESSOR rv32imac)
set(BALLAST_TOOL_PREFIX riscv64-unknown-elf)
# Not -march=rv32imac_zicsr: it silently picks the rv64 libraries. ETL_NO_STL: there are no C++ standard headers.
set(BALLAST_CORE_FLAGS "-march=rv32imac -mabi=ilp32 --specs=picolibc.specs -DETL_NO_STL")
# g++ would link libstdc++, which does not exist here.
set(BALLAST_LINK_FLAGS "-nodefaultlibs")
set(CMAKE_CXX_STANDARD_LIBRARIES "-lc -lgcc")
set(BALLAST_PORT riscv)
set(BALLAST_BOARD virt)
set(BALLAST_EMULATOR qemu-system-riscv32 -M virt -bios none)
include(${CMAKE_CURRENT_LIST_DIR}/bare-metal.cmake)
