# cmake -DROOT=<project> -DFOLDER=<folder> -P committed_picture.cmake
# docs/pictures/fig2_left.svg, which README shows, still says what the command that made it says now. How it is drawn
# may differ: another gnuplot has other bytes.
cmake_minimum_required(VERSION 3.21)
function(said_by file result)
  file(READ "${file}" text)
  if(NOT text MATCHES "<title[^>]*>([^<]*)<.*<desc[^>]*>([^<]*)<.*<metadata>[^<]* with: ([^<]*)<.*</svg>\n$")
    message(FATAL_ERROR "${file} does not say what it is and what made it")
  endif()
  set(${result} "${CMAKE_MATCH_1}\n${CMAKE_MATCH_2}\n${CMAKE_MATCH_3}" PARENT_SCOPE)
endfunction()
said_by("${ROOT}/docs/pictures/fig2_left.svg" committed)
said_by("${FOLDER}/fig2_left.svg" now)
if(NOT committed STREQUAL now)
  message(FATAL_ERROR "docs/pictures/fig2_left.svg is no longer what is found.\nIt says:\n${committed}\nNow:\n${now}")
endif()
