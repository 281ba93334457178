# cmake -DSOURCE=<repository> -DETL_PREFIX=<folder> -P zephyr.cmake
# What Zephyr does with the module: west clones the repository, zephyr/module.yml says where its build and its options
# are, and zephyr/CMakeLists.txt builds an application with it: with ETL as a module, and without.
include(${CMAKE_CURRENT_LIST_DIR}/manifest_rules.cmake)
enter_scratch(scratch)

repository_files(files)
list(FILTER files INCLUDE REGEX "^(lib/include|ports|toolchains|zephyr|examples)/|^[^/]+$")  # less to copy
list(APPEND files zephyr/module.yml)
list(REMOVE_DUPLICATES files)
set(module ${scratch}/modules/ballast)
pack_and_unpack(${module} ${files})
check_zephyr_module(${module})
read_yaml(${module}/zephyr/module.yml module)

# An option can only be switched on if what it depends on is.
file(READ ${module}/${module_build_kconfig} kconfig)
if(NOT kconfig MATCHES "config BALLAST\n\tbool \"[^\"\n]+\"\n(\tdepends on CPP\n)?\thelp\n(\t  [^\n]+\n)+$")
  message(FATAL_ERROR "Kconfig is not an option with a prompt, what it depends on, and a help:\n${kconfig}")
endif()

file(COPY ${CMAKE_CURRENT_LIST_DIR}/zephyr/ ${learner}/main.cpp ${learner}/learns.hpp ${learner}/main.c
  ${learner}/learns.h DESTINATION ${scratch}/app)

# Switched off, it adds nothing.
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${scratch}/app -B ${scratch}/app/build
  -DMODULE=${module}/${module_build_cmake} -DBALLAST_DEPS_DIR=${ETL_PREFIX} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${scratch}/app/build RESULT_VARIABLE result OUTPUT_VARIABLE output)
if(result EQUAL 0 OR NOT output MATCHES "ballast/learner.hpp: No such file")
  message(FATAL_ERROR "without CONFIG_BALLAST the headers are there all the same: ${output}")
endif()

string(TOUPPER ${module_name} name)  # Zephyr tells the application where each module is
build_and_run(${scratch}/app -DMODULE=${module}/${module_build_cmake} -DCONFIG_BALLAST=y -DCONFIG_MINIMAL_LIBCPP=y
  -DIN_C=ON -DZEPHYR_${name}_MODULE_DIR=${module} -DBALLAST_DEPS_DIR=${ETL_PREFIX})
run(${scratch}/app/build/app)
file(REMOVE_RECURSE ${scratch}/app/build)
build_and_run(${scratch}/app -DMODULE=${module}/${module_build_cmake} -DCONFIG_BALLAST=y -DCONFIG_ETL=y
  -DETL_INCLUDE=${ETL_PREFIX}/include -DBALLAST_DEPS_DIR=${scratch}/nowhere -DFETCHCONTENT_FULLY_DISCONNECTED=ON)
file(REMOVE_RECURSE ${scratch})
