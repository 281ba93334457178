# cmake -DROOT=<project> -DOUT=<folder> -P build.cmake
# The reference as HTML, in <folder>/html/index.html. Fails on whatever Doxygen warns of, such as a public name without
# a comment.
cmake_minimum_required(VERSION 3.21)
find_program(doxygen doxygen)
if(NOT doxygen)
  message(FATAL_ERROR "The reference needs 'doxygen', which is not installed. Run 'toolchains/setup.sh all'.")
endif()
file(STRINGS ${ROOT}/lib/include/ballast/version.hpp version REGEX "define BALLAST_VERSION \"")
string(REGEX MATCH "[0-9]+[.][0-9]+[.][0-9]+" version "${version}")
# What a program may include. Of detail/ those headers from which public classes inherit members that programs call.
file(GLOB_RECURSE headers RELATIVE ${ROOT} ${ROOT}/lib/include/*.hpp ${ROOT}/lib/sim/include/*.hpp)
list(FILTER headers EXCLUDE REGEX "/detail/")
list(APPEND headers lib/include/ballast/detail/learner_base.hpp lib/include/ballast/detail/named_settings.hpp)
list(JOIN headers " " headers)

file(REMOVE_RECURSE ${OUT})
file(MAKE_DIRECTORY ${OUT})
execute_process(WORKING_DIRECTORY ${ROOT} RESULT_VARIABLE result
  COMMAND ${CMAKE_COMMAND} -E env BALLAST_VERSION=${version} BALLAST_REFERENCE_DIR=${OUT}
    "BALLAST_HEADERS=${headers}" ${doxygen} docs/reference/Doxyfile)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "Doxygen does not accept the comments in the headers: see above")
elseif(NOT EXISTS ${OUT}/html/index.html)
  message(FATAL_ERROR "Doxygen has written no ${OUT}/html/index.html")
endif()

# Doxygen 1.9.4 does not warn of an enumerator without a comment, nor of a class that has neither comment nor members.
set(no_comment "<briefdescription>[ \n]*</briefdescription>[ \n]*<detaileddescription>[ \n]*</detaileddescription>")
file(GLOB pages ${OUT}/xml/*.xml)
foreach(page ${pages})
  file(READ ${page} text)
  if(text MATCHES
      "<enumvalue[^>]*>[ \n]*<name>([^<]*)</name>[ \n]*(<initializer>[^<]*</initializer>[ \n]*)?${no_comment}")
    message(FATAL_ERROR "The enumerator ${CMAKE_MATCH_1} is not documented")
  elseif(page MATCHES "/(class|struct)[^/]*$" AND text MATCHES
      "prot=\"public\">[ \n]*<compoundname>([^\n]*)</compoundname>.*\n    ${no_comment}")
    message(FATAL_ERROR "${CMAKE_MATCH_1} is not documented")
  endif()
endforeach()
file(REMOVE_RECURSE ${OUT}/xml)
message(STATUS "${OUT}/html/index.html")
