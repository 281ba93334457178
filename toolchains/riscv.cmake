# What the RISC-V cores share. A core's own file sets, and then includes this one:
#   CMAKE_SYSTEM_PROCESSOR   as -march names it (but not rv32imac_zicsr: that silently picks the rv64 libraries)
#   BALLAST_ABI              as -mabi names it
set(BALLAST_TOOL_PREFIX riscv64-unknown-elf)
# ETL_NO_STL: there are no C++ standard headers.
set(BALLAST_CORE_FLAGS "-march=${CMAKE_SYSTEM_PROCESSOR} -mabi=${BALLAST_ABI} --specs=picolibc.specs -DETL_NO_STL")
# g++ would link libstdc++, which does not exist here.
set(BALLAST_LINK_FLAGS "-nodefaultlibs")
set(CMAKE_CXX_STANDARD_LIBRARIES "-lc -lgcc")
set(BALLAST_PORT riscv)
set(BALLAST_BOARD virt)
set(BALLAST_EMULATOR qemu-system-riscv32 -M virt -bios none)
include(${CMAKE_CURRENT_LIST_DIR}/bare-metal.cmake)
