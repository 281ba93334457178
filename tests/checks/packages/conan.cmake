# cmake -DSOURCE=<repository> -DETL_PREFIX=<folder> -DPYTHON=<program> -P conan.cmake
# What Conan 2 does with the recipe: conan/create.py runs its methods in folders of their own and writes the package files
# that CMakeDeps would; then the test package is built with them.
include(${CMAKE_CURRENT_LIST_DIR}/manifest_rules.cmake)
enter_scratch(scratch)
run(${CMAKE_COMMAND} -E env PYTHONDONTWRITEBYTECODE=1 ${PYTHON} ${CMAKE_CURRENT_LIST_DIR}/conan/create.py
  ${SOURCE}/ports/conan/conanfile.py ${scratch})
file(GLOB_RECURSE packed RELATIVE ${scratch}/package ${scratch}/package/*)
if(NOT "licenses/LICENSE" IN_LIST packed OR NOT "include/ballast/ballast.hpp" IN_LIST packed)
  message(FATAL_ERROR "the package lacks the licence or headers: ${packed}")
endif()
file(COPY ${SOURCE}/ports/conan/test_package DESTINATION ${scratch})
build_and_run(${scratch}/test_package -DCMAKE_PREFIX_PATH=${scratch}/generators -DETL_PREFIX=${ETL_PREFIX})
file(REMOVE_RECURSE ${scratch})
