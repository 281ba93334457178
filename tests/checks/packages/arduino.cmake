# cmake -DSOURCE=<repository> -DETL_INCLUDE=<folder> -P arduino.cmake
# What the Arduino IDE does with the zip: unpacks it into `libraries`, checks library.properties, and compiles a sketch. A
# library is found by a header that is missing, if it lies at the top of its src; then src is on the include path and all
# sources below src are compiled, too.
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

# The package of ETL for Arduino: a header of its name at the top of src. Its name is that in its library.properties.
set(etl ${libraries}/Embedded_Template_Library_ETL)
file(WRITE ${etl}/library.properties "name=Embedded Template Library ETL\n")
file(WRITE ${etl}/src/Embedded_Template_Library.h "#pragma once\n")
file(CREATE_LINK ${ETL_INCLUDE}/etl ${etl}/src/etl SYMBOLIC)
read_properties(${library}/library.properties own)
read_properties(${etl}/library.properties dependency)
if(NOT own_depends STREQUAL dependency_name)
  message(FATAL_ERROR "the library manager knows no library '${own_depends}'")
endif()

# compile(<compiler> <result> <argument>...): finds libraries as the IDE does, then compiles.
function(compile_sketch sketch compiler result)
  set(includes)
  while(TRUE)
    execute_process(COMMAND ${compiler} ${includes} -E -o ${scratch}/preprocessed ${sketch} RESULT_VARIABLE failed
      ERROR_VARIABLE errors)
    if(failed EQUAL 0)
      break()
    elseif(NOT errors MATCHES "fatal error: ([^ :]+): No such file")
      message(FATAL_ERROR "${errors}")
    endif()
    set(missing ${CMAKE_MATCH_1})
    file(GLOB headers ${libraries}/*/src/${missing})
    if(NOT headers OR missing MATCHES "/")
      message(FATAL_ERROR "no library has ${missing} at the top of its src:\n${errors}")
    endif()
    get_filename_component(folder ${headers} DIRECTORY)
    list(APPEND includes -I${folder})
  endwhile()
  set(sources)
  foreach(folder ${includes})
    string(SUBSTRING ${folder} 2 -1 folder)
    file(GLOB_RECURSE found ${folder}/*.c ${folder}/*.cpp ${folder}/*.S)
    list(FILTER found EXCLUDE REGEX "/etl/")
    list(APPEND sources ${found})
  endforeach()
  set(${result} ${sketch} ${sources} ${includes} PARENT_SCOPE)
endfunction()

# A sketch becomes a unit that begins with Arduino.h. The macros are those of cores that have them.
set(sketch_folder ${scratch}/sketch)
file(WRITE ${sketch_folder}/core/Arduino.h "#pragma once
#include <stddef.h>
#include <stdint.h>
#define bit(b) (1UL << (b))
#define F_CPU 16000000L
#define HIGH 0x1
#define LOW 0x0
#define PI 3.1415926535897932384626433832795
void setup();
void loop();
")
file(COPY ${learner}/learns.hpp DESTINATION ${sketch_folder})
file(WRITE ${sketch_folder}/Learns.ino.cpp "#include <Arduino.h>
#include <BallastArduino.h>
#include \"learns.hpp\"
bool has_learned = false;
void setup() { has_learned = learns(); }
void loop() {}
")
file(WRITE ${scratch}/host.cpp "#include <Arduino.h>
extern bool has_learned;
int main() {
  setup();
  loop();
  return has_learned ? 0 : 1;
}
")
set(flags -std=gnu++17 -fno-exceptions -fno-rtti -Os -I${sketch_folder}/core)
compile_sketch(${sketch_folder}/Learns.ino.cpp "g++;${flags}" arguments)
run(g++ ${flags} ${arguments} ${scratch}/host.cpp -o ${scratch}/learns)
run(${scratch}/learns)

# For a core of the kind that the Arduino cores with a new compiler are for: the Cortex-M0+ of an RP2040.
set(core arm-none-eabi-g++ -mcpu=cortex-m0plus -mthumb ${flags})
run(${core} ${arguments} -r -nostdlib -o ${scratch}/learns.o)
file(REMOVE_RECURSE ${scratch})
