# cmake -DSOURCE=<repository> -DETL_PREFIX=<folder> -P vcpkg.cmake
# What vcpkg does with the port: unpacks the archive of the tag, runs portfile.cmake with its helpers, checks what is
# installed, and a project uses it in the way that `usage` shows.
include(${CMAKE_CURRENT_LIST_DIR}/manifest_rules.cmake)
enter_scratch(scratch)
set(PORT ballast)
set(port_folder ${SOURCE}/ports/vcpkg/${PORT})
check_vcpkg_json(${port_folder})
file(READ ${port_folder}/vcpkg.json json)
string(JSON VERSION GET "${json}" version)

function(vcpkg_from_github)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUT_SOURCE_PATH;REPO;REF;SHA512;HEAD_REF" "")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_REF STREQUAL "v${VERSION}" OR NOT arg_REPO MATCHES "^[A-Za-z0-9_-]+/[A-Za-z0-9_-]+$")
    message(FATAL_ERROR "vcpkg_from_github(${ARGN}): version ${VERSION}")
  endif()
  string(LENGTH "${arg_SHA512}" length)
  if(NOT arg_SHA512 STREQUAL "0" AND NOT (length EQUAL 128 AND arg_SHA512 MATCHES "^[0-9a-f]+$"))
    message(FATAL_ERROR "SHA512 '${arg_SHA512}' is neither a hash nor 0")
  endif()
  repository_files(files)
  list(FILTER files INCLUDE REGEX "^(lib|docs/reference|ports|toolchains)/|^[^/]+$")  # less to copy
  pack_and_unpack(${scratch}/source ${files})
  set(${arg_OUT_SOURCE_PATH} ${scratch}/source PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
  run(${CMAKE_COMMAND} -G Ninja -S ${arg_SOURCE_PATH} -B ${scratch}/build ${arg_OPTIONS} -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} -DCMAKE_PREFIX_PATH=${ETL_PREFIX}
    -DFETCHCONTENT_FULLY_DISCONNECTED=ON)
endfunction()

function(vcpkg_cmake_install)
  run(${CMAKE_COMMAND} --build ${scratch}/build --target install)
endfunction()

# Moves the package files to share/<port>, one folder up, and corrects the way from there to the prefix.
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "CONFIG_PATH" "")
  file(GLOB files ${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}/*)
  if(NOT files OR NOT arg_CONFIG_PATH STREQUAL "share/${PORT}/cmake")
    message(FATAL_ERROR "no package files in '${arg_CONFIG_PATH}'")
  endif()
  file(COPY ${files} DESTINATION ${CURRENT_PACKAGES_DIR}/share/${PORT})
  file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH})
  set(config ${CURRENT_PACKAGES_DIR}/share/${PORT}/ballastConfig.cmake)
  file(READ ${config} text)
  string(REPLACE "\${CMAKE_CURRENT_LIST_DIR}/../../../" "\${CMAKE_CURRENT_LIST_DIR}/../../" text "${text}")
  file(WRITE ${config} "${text}")
  set(config ${CURRENT_PACKAGES_DIR}/share/${PORT}/ballastTargets.cmake)
  file(READ ${config} text)
  string(REGEX REPLACE "get_filename_component\\(_IMPORT_PREFIX[^\n]*\n" "" text "${text}")
  string(REPLACE "# Compute the installation prefix relative to this file."
    "get_filename_component(_IMPORT_PREFIX \"\${CMAKE_CURRENT_LIST_DIR}/../..\" ABSOLUTE)" text "${text}")
  file(WRITE ${config} "${text}")
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
  file(COPY ${arg_FILE_LIST} DESTINATION ${scratch})
  file(RENAME ${scratch}/LICENSE ${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright)
endfunction()

set(CURRENT_PACKAGES_DIR ${scratch}/packages/${PORT})
include(${port_folder}/portfile.cmake)

# The rules for what is installed.
if(NOT VCPKG_BUILD_TYPE STREQUAL "release")
  message(FATAL_ERROR "headers are installed twice: VCPKG_BUILD_TYPE is not release")
endif()
file(GLOB_RECURSE installed LIST_DIRECTORIES TRUE RELATIVE ${CURRENT_PACKAGES_DIR} ${CURRENT_PACKAGES_DIR}/*)
foreach(path ${installed})
  file(GLOB content ${CURRENT_PACKAGES_DIR}/${path}/*)
  if(IS_DIRECTORY ${CURRENT_PACKAGES_DIR}/${path} AND NOT content)
    message(FATAL_ERROR "${path} is an empty folder")
  elseif(NOT path MATCHES "^(include|share)(/|$)" OR path MATCHES "^share/(doc|cmake)")
    message(FATAL_ERROR "${path} does not belong into a package of headers")
  endif()
endforeach()
foreach(file copyright usage ballastConfig.cmake)
  if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/share/${PORT}/${file})
    message(FATAL_ERROR "no share/${PORT}/${file}")
  endif()
endforeach()

# The lines of `usage`, in a project.
file(READ ${CURRENT_PACKAGES_DIR}/share/${PORT}/usage usage)
string(REPLACE "(main " "(learns " usage "${usage}")
if(NOT usage MATCHES "\n    (find_package[^\n]+)\n    (target_link_libraries[^\n]+)\n")
  message(FATAL_ERROR "usage does not show find_package and target_link_libraries")
endif()
file(COPY ${learner}/main.cpp ${learner}/learns.hpp DESTINATION ${scratch}/app)
file(WRITE ${scratch}/app/CMakeLists.txt "cmake_minimum_required(VERSION 3.21)
project(learns LANGUAGES CXX)
${CMAKE_MATCH_1}
add_executable(learns main.cpp)
${CMAKE_MATCH_2}
")
file(RENAME ${scratch}/source ${scratch}/elsewhere)
build_and_run(${scratch}/app -DCMAKE_PREFIX_PATH=${CURRENT_PACKAGES_DIR} -Detl_ROOT=${ETL_PREFIX})
file(REMOVE_RECURSE ${scratch})
