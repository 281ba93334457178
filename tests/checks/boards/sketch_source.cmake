# ballast_sketch_source(<result> <sketch.ino> [FROM <text> TO <text>] [AS <name>]): makes the C++ source of a sketch as the
# Arduino IDE does, and gives its path. The IDE includes Arduino.h before everything else, and declares the functions of
# the sketch before the first of them. FROM and TO change the sketch, for a gate.
function(ballast_sketch_source result sketch)
  cmake_parse_arguments(PARSE_ARGV 2 make "" "FROM;TO;AS" "")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sketch})
  file(READ ${sketch} text)
  if(make_FROM)
    string(REPLACE "${make_FROM}" "${make_TO}" changed "${text}")
    if(changed STREQUAL text)
      message(FATAL_ERROR "${sketch} has no '${make_FROM}', which a gate replaces")
    endif()
    set(text "${changed}")
  endif()

  # A definition: a line that begins with a type, and ends with the brace of the body.
  set(definition "\n([a-z][A-Za-z0-9_:<>]* [A-Za-z0-9_]+\\([^()\n]*\\)) {")
  string(REGEX MATCHALL "${definition}" functions "${text}")
  list(LENGTH functions count)
  if(count LESS 3)
    message(FATAL_ERROR "${count} functions found in ${sketch}")
  endif()
  list(GET functions 0 first)
  set(prototypes)
  foreach(function ${functions})
    string(REGEX REPLACE "${definition}" "\\1;\n" prototype "${function}")
    string(APPEND prototypes "${prototype}")
  endforeach()
  string(FIND "${text}" "${first}" place)
  string(SUBSTRING "${text}" 0 ${place} before)
  string(SUBSTRING "${text}" ${place} -1 after)
  string(REGEX MATCHALL "\n" lines "${before}")
  list(LENGTH lines line)
  math(EXPR line "${line} + 1")  # of the newline that `after` begins with

  get_filename_component(name ${sketch} NAME_WE)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}${make_AS}.cpp)
  set(begin "#include <Arduino.h>\n#line 1 \"${sketch}\"\n")
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
    "${begin}${before}\n${prototypes}#line ${line} \"${sketch}\"${after}")
  set(${result} ${source} PARENT_SCOPE)
endfunction()
