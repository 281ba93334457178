# Cortex-M4F with GCC for Arm, and the emulator that stands in for the board.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR cortex-m4)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)  # no start-up code in a compiler check

set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_CXX_FLAGS_INIT "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 --specs=nano.specs -ffunction-sections -fdata-sections -fno-exceptions -fno-rtti -fno-threadsafe-statics -fno-unwind-tables -fno-asynchronous-unwind-tables")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nostartfiles -Wl,--gc-sections,--fatal-warnings")

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)  # packages of headers, from CMAKE_PREFIX_PATH

# The Netduino Plus 2 is an STM32F405 board. Semihosting output would go to stderr without a chardev.
set(CMAKE_CROSSCOMPILING_EMULATOR timeout 600 qemu-system-arm -M netduinoplus2 -nographic -monitor none -serial none
  -chardev stdio,id=console -semihosting-config enable=on,target=native,chardev=console -kernel)
