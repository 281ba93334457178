# cmake -DSOURCE=<folder> -DROOT=<folder> -P check_spoiled_third_party.cmake
# A copy in which the library looks for a package that docs/THIRD_PARTY.md does not name.
file(REMOVE_RECURSE ${ROOT})
file(COPY ${SOURCE}/toolchains DESTINATION ${ROOT})
file(COPY ${SOURCE}/docs/THIRD_PARTY.md DESTINATION ${ROOT}/docs)
file(WRITE ${ROOT}/lib/CMakeLists.txt "find_package(unheard_of REQUIRED)\n")
include(${SOURCE}/tests/checks/tree/check_third_party.cmake)
