# cmake -DROOT=<folder> -P check_tree.cmake
# What must hold for every tracked file: nothing of the machine it was written on, one version, and documents that
# say what is there.
if(EXISTS ${ROOT}/.git)
  execute_process(COMMAND git -c safe.directory=* ls-files WORKING_DIRECTORY ${ROOT}
    OUTPUT_VARIABLE files COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE "\n$" "" files "${files}")
  string(REPLACE "\n" ";" files "${files}")
else()  # unpacked from an archive
  file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*)
  list(FILTER files EXCLUDE REGEX "^(build|\\.deps)/")
endif()

# --- nothing of the machine ----------------------------------------------------------------------------------
foreach(file ${files})
  if(NOT EXISTS ${ROOT}/${file})
    continue()  # deleted, not yet committed
  endif()
  file(READ ${ROOT}/${file} text)
  if(text MATCHES "(^|[^A-Za-z0-9_.})/-])/(home|root|work|tmp|mnt|farm|Users)/[^\n]*")
    message(FATAL_ERROR "${file} contains a machine path: ${CMAKE_MATCH_0}")
  endif()
  if(text MATCHES "(deb|security|ftp[.a-z]*|snapshot)[.]debian[.]org|registry[.]npmjs|pypi[.]org")
    message(FATAL_ERROR "${file} names a package registry: ${CMAKE_MATCH_0}")
  endif()
endforeach()

# --- one version ---------------------------------------------------------------------------------------------
file(READ ${ROOT}/lib/include/ballast/version.hpp text)
if(NOT text MATCHES "VERSION_MAJOR ([0-9]+).*VERSION_MINOR ([0-9]+).*VERSION_PATCH ([0-9]+)")
  message(FATAL_ERROR "version.hpp has no version")
endif()
set(minor_version ${CMAKE_MATCH_1}.${CMAKE_MATCH_2})
set(version ${minor_version}.${CMAKE_MATCH_3})

function(check_version file regex expected)
  file(READ ${ROOT}/${file} text)
  string(REGEX MATCHALL "${regex}" places "${text}")
  if(NOT places)
    message(FATAL_ERROR "${file} names no version")
  endif()
  foreach(place IN LISTS places)
    string(REGEX MATCH "[0-9]+[.][0-9.]*[0-9]" found "${place}")
    if(NOT found STREQUAL expected)
      message(FATAL_ERROR "${file} says ${found}, the library is ${expected}")
    endif()
  endforeach()
endfunction()
check_version(lib/include/ballast/version.hpp "VERSION \"[0-9.]+" ${version})
check_version(README.md "GIT_TAG v[0-9.]+" ${version})
check_version(README.md "find_package\\(ballast [0-9.]+" ${minor_version})
check_version(tests/consumers/program/CMakeLists.txt "find_package\\(ballast [0-9.]+" ${minor_version})
file(READ ${ROOT}/CHANGELOG.md text)
if(NOT text MATCHES "\n## ${version}[ \n]")
  message(FATAL_ERROR "CHANGELOG.md has no entry for ${version}, the library is ${version}")
endif()

# --- documents that say what is there ------------------------------------------------------------------------
file(GLOB headers RELATIVE ${ROOT}/lib/include ${ROOT}/lib/include/ballast/*.hpp)
file(READ ${ROOT}/lib/include/ballast/ballast.hpp text)
foreach(header ${headers})
  string(FIND "${text}" "#include <${header}>" position)
  if(position EQUAL -1 AND NOT header STREQUAL "ballast/ballast.hpp")
    message(FATAL_ERROR "ballast.hpp does not include ${header}")
  endif()
endforeach()

file(STRINGS ${ROOT}/.ci/run ci_command REGEX "^[^#]")
file(READ ${ROOT}/README.md text)
string(FIND "${text}" "\n${ci_command}\n" position)
if(position EQUAL -1)
  message(FATAL_ERROR "README.md does not show the command of .ci/run: ${ci_command}")
endif()
