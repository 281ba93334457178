# cmake [-DROOT=<folder>] -P check_release.cmake
# Whether this tree may be released: no marked placeholder is left, every section of CHANGELOG.md has a date, and there
# is one version and one date. Names everything that is in the way (docs/RELEASING.md).
cmake_minimum_required(VERSION 3.21)
if(NOT DEFINED ROOT)
  get_filename_component(ROOT ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/tracked_files.cmake)
tracked_files(${ROOT} files)

string(CONCAT marker "BALLAST_RELEASE_" "TODO")  # in two parts, so that this file has none
foreach(file ${files})
  file(STRINGS ${ROOT}/${file} lines REGEX "${marker}")
  foreach(line IN LISTS lines)
    string(STRIP "${line}" line)
    message(SEND_ERROR "${file} has a placeholder: ${line}")
  endforeach()
endforeach()

file(STRINGS ${ROOT}/CHANGELOG.md sections REGEX "^## ")
foreach(section IN LISTS sections)
  if(NOT section MATCHES "^## [0-9.]+ [(]2[0-9][0-9][0-9]-[01][0-9]-[0-3][0-9][)]$")
    message(SEND_ERROR "CHANGELOG.md has a section without a date: ${section}")
  endif()
endforeach()
list(GET sections 0 newest)
string(REGEX MATCH "[0-9]+-[0-9]+-[0-9]+" date "${newest}")
file(STRINGS ${ROOT}/CITATION.cff released REGEX "^date-released:")
if(date AND NOT released STREQUAL "date-released: ${date}")
  message(SEND_ERROR "CITATION.cff must have 'date-released: ${date}', as CHANGELOG.md has; it has '${released}'")
endif()

include(${CMAKE_CURRENT_LIST_DIR}/check_tree.cmake)  # one version
