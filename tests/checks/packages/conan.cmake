# cmake -DSOURCE=<repository> -DETL_PREFIX=<folder> -DPYTHON=<program> -P conan.cmake
# What Conan 2 does with the recipe, in an unpacked archive: conan/create.py runs its methods in folders of their own and
# writes the package files that CMakeDeps would; then the test package is built with them.
include(${CMAKE_CURRENT_LIST_DIR}/manifest_rules.cmake)
enter_scratch(scratch)
repository_files(files)
list(FILTER files INCLUDE REGEX "^(lib/include|ports)/|^[^/]+$")  # less to copy
pack_and_unpack(${scratch}/clone ${files})
run(${CMAKE_COMMAND} -E env PYTHONDONTWRITEBYTECODE=1 ${PYTHON} ${CMAKE_CURRENT_LIST_DIR}/conan/create.py
  ${scratch}/clone/ports/conan/conanfile.py ${scratch})
file(RENAME ${scratch}/clone/ports/conan/test_package ${scratch}/test_package)
file(REMOVE_RECURSE ${scratch}/clone)
file(GLOB_RECURSE packed RELATIVE ${scratch}/package ${scratch}/package/*)
if(NOT "licenses/LICENSE" IN_LIST packed OR NOT "include/ballast/ballast.hpp" IN_LIST packed)
  message(FATAL_ERROR "the package lacks the licence or headers: ${packed}")
endif()
build_and_run(${scratch}/test_package -DCMAKE_PREFIX_PATH=${scratch}/generators -DETL_PREFIX=${ETL_PREFIX})
run(${scratch}/test_package/build/learns_in_c)
file(REMOVE_RECURSE ${scratch})
