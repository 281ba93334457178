# WebAssembly by emscripten, run by node. With and without vectors.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_COMPILER emcc)
set(CMAKE_CXX_COMPILER em++)
set(CMAKE_AR emar)
set(CMAKE_RANLIB emranlib)
# SINGLE_FILE: node 18 and later do not load a file beside the program. The default stack is larger than a learner needs.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-s SINGLE_FILE=1 -s TOTAL_STACK=1MB")
# A node that is not Debian's does not look there for what emscripten needs when it links.
set(CMAKE_C_LINKER_LAUNCHER env NODE_PATH=/usr/share/nodejs)
set(CMAKE_CXX_LINKER_LAUNCHER ${CMAKE_C_LINKER_LAUNCHER})
set(BALLAST_PORT host)
set(BALLAST_EMULATOR node)
set(BALLAST_DIGEST_VARIANTS "simd=-msimd128")

include(${CMAKE_CURRENT_LIST_DIR}/find_root.cmake)

include(${CMAKE_CURRENT_LIST_DIR}/limits.cmake)
set(CMAKE_CROSSCOMPILING_EMULATOR ${BALLAST_CPU_LIMITER} ${BALLAST_CPU_LIMIT} ${BALLAST_EMULATOR})
