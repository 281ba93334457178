# cmake -DSOURCE=<repository> -DETL_INCLUDE=<folder> -DSTAND_INS=<folder> -P arduino.cmake
# The zip, unpacked into the libraries of the Arduino IDE, and the IDE's own builder (arduino-builder, of the IDE 1.8). It
# finds libraries by their headers, makes prototypes for the functions of a sketch, and compiles sketch and libraries; the
# board and its compilers are ours (arduino/hardware).
include(${CMAKE_CURRENT_LIST_DIR}/manifest_rules.cmake)
enter_scratch(scratch)
run(${CMAKE_COMMAND} -DOUT=${scratch} -P ${SOURCE}/ports/arduino/make_package.cmake)
file(GLOB archive ${scratch}/Ballast-*.zip)
set(libraries ${scratch}/libraries)
unpack(${archive} ${libraries})
set(library ${libraries}/Ballast)
check_library_properties(${library})
if(NOT EXISTS ${library}/LICENSE)
  message(FATAL_ERROR "no licence in the package")
endif()

# library(<folder> <name> <header>...): a library beside it. That of ETL has a header of its name at the top.
function(add_library_beside folder name)
  file(WRITE ${libraries}/${folder}/library.properties "name=${name}\nversion=1.0.0\nauthor=a\nmaintainer=a\nsentence=a\n"
    "paragraph=a\ncategory=Other\nurl=a\narchitectures=*\n")
  file(COPY ${ARGN} DESTINATION ${libraries}/${folder}/src)
endfunction()
add_library_beside(Embedded_Template_Library_ETL "Embedded Template Library ETL" ${STAND_INS}/Embedded_Template_Library.h)
file(CREATE_LINK ${ETL_INCLUDE}/etl ${libraries}/Embedded_Template_Library_ETL/src/etl SYMBOLIC)
add_library_beside(EEPROM EEPROM ${STAND_INS}/EEPROM.h)

# The library manager installs what `depends` names.
read_properties(${library}/library.properties own)
read_properties(${libraries}/Embedded_Template_Library_ETL/library.properties dependency)
if(NOT own_depends STREQUAL dependency_name)
  message(FATAL_ERROR "the library manager knows no library '${own_depends}'")
endif()

file(COPY ${CMAKE_CURRENT_LIST_DIR}/arduino/hardware DESTINATION ${scratch})
file(COPY ${STAND_INS}/Arduino.h DESTINATION ${scratch}/hardware/test/rp2040/cores/core)
file(MAKE_DIRECTORY ${scratch}/tools)

# build_sketch(<board> <sketch>): into ${scratch}/<board>-<name>. Also fails where the builder has left a library out.
function(build_sketch board sketch)
  get_filename_component(name ${sketch} NAME_WE)
  set(folder ${scratch}/${board}-${name})
  file(MAKE_DIRECTORY ${folder})
  execute_process(COMMAND arduino-builder -compile -verbose -hardware ${scratch}/hardware
    -hardware /usr/share/arduino-builder -tools ${scratch}/tools -libraries ${libraries} -fqbn test:rp2040:${board}
    -build-path ${folder} ${sketch} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT result EQUAL 0 OR NOT EXISTS ${folder}/${name}.ino.elf)
    message(FATAL_ERROR "${name} for ${board}:\n${output}${errors}")
  elseif(NOT output MATCHES "Using library Ballast at version ${own_version} ")
    message(FATAL_ERROR "${name} was built without the library:\n${output}")
  elseif("${output}${errors}" MATCHES "WARNING")  # for example of a library for other architectures
    message(FATAL_ERROR "${name} for ${board}:\n${output}${errors}")
  endif()
endfunction()

file(COPY ${CMAKE_CURRENT_LIST_DIR}/arduino/Learns ${learner}/learns.hpp DESTINATION ${scratch})
file(RENAME ${scratch}/learns.hpp ${scratch}/Learns/learns.hpp)
build_sketch(host ${scratch}/Learns/Learns.ino)
run(${scratch}/host-Learns/Learns.ino.elf)

file(GLOB sketches ${library}/examples/*/*.ino)
if(NOT sketches)
  message(FATAL_ERROR "there are no examples in the package")
endif()
list(FILTER sketches EXCLUDE REGEX "/Light[.]ino$")  # is built as Fan is; tests/checks/boards compiles all
foreach(sketch ${sketches})
  build_sketch(pico ${sketch})
endforeach()
file(REMOVE_RECURSE ${scratch})
