# cmake -DOUT=<folder> -P make_package.cmake: writes <OUT>/Ballast-<version>.zip, a library for the Arduino IDE.
#
# The IDE wants all headers below src, which alone is on the include path, and each sketch in a folder of its name.
cmake_minimum_required(VERSION 3.21)
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
set(library ${OUT}/Ballast)
file(REMOVE_RECURSE ${library})

file(COPY ${root}/lib/include/ ${CMAKE_CURRENT_LIST_DIR}/src/ DESTINATION ${library}/src)
file(COPY ${CMAKE_CURRENT_LIST_DIR}/library.properties ${CMAKE_CURRENT_LIST_DIR}/keywords.txt ${root}/LICENSE
  DESTINATION ${library})
file(GLOB sketches ${root}/examples/arduino/*/*.ino)
foreach(sketch ${sketches})
  get_filename_component(folder ${sketch} DIRECTORY)
  file(COPY ${folder} DESTINATION ${library}/examples)
endforeach()

file(STRINGS ${library}/library.properties version REGEX "^version=")
string(REPLACE "version=" "" version "${version}")
set(archive Ballast-${version}.zip)
file(REMOVE ${OUT}/${archive})
execute_process(COMMAND ${CMAKE_COMMAND} -E tar cf ${archive} --format=zip Ballast WORKING_DIRECTORY ${OUT}
  COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${library})
message(STATUS "${OUT}/${archive}")
