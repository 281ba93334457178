# For a board whose flash has no room for all rows: each of two images takes one half.
function(ballast_halve_rows variable)
  string(REPLACE "\n" ";" rows "${${variable}}")
  list(LENGTH rows count)
  math(EXPR half "${count} / 2")
  list(SUBLIST rows 0 ${half} first)
  list(SUBLIST rows ${half} -1 second)
  string(JOIN "\n" halves "\n#if !defined(PART) || PART == 1" ${first} "#endif\n#if !defined(PART) || PART == 2" ${second} "#endif\n")
  set(${variable} "${halves}" PARENT_SCOPE)
endfunction()

# ballast_golden_header(<file> <dimension>): turns golden CSV files into C++ tables, so that a core without files has
# them too. The numbers are copied digit by digit; the compiler rounds them.
function(ballast_golden_header kind dimension)
  set(source ${PROJECT_SOURCE_DIR}/tests/golden)
  set(header ${CMAKE_CURRENT_BINARY_DIR}/golden_${kind}_d${dimension}.hpp)
  set(is_current FALSE)
  if(EXISTS ${header})
    set(is_current TRUE)
  endif()
  foreach(table ${kind} input theta0 direction)
    set(file ${source}/${table}_d${dimension}.csv)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    if(${file} IS_NEWER_THAN ${header})
      set(is_current FALSE)
    endif()
  endforeach()
  if(is_current AND ${header} IS_NEWER_THAN ${CMAKE_CURRENT_FUNCTION_LIST_FILE})
    return()
  endif()

  foreach(table ${kind} input theta0 direction)
    file(READ ${source}/${table}_d${dimension}.csv text)
    string(FIND "${text}" "\n" end_of_header)
    string(SUBSTRING "${text}" ${end_of_header} -1 text)
    string(STRIP "${text}" text)
    string(REPLACE ",," ",0," text "${text}")                    # the last input has no reward
    string(REPLACE "polynomial:600;400;0.99;10" "late" text "${text}")
    string(REPLACE "polynomial:0.8;3;0.6;0" "early" text "${text}")
    string(REPLACE "const0.7" "constant" text "${text}")
    string(REPLACE "decay1.5" "decaying" text "${text}")
    string(REPLACE "\n" "},\n    {" text "{${text}}")
    if(table STREQUAL kind)
      ballast_halve_rows(text)
    endif()
    set(rows_of_${table} "${text}")
  endforeach()
  file(WRITE ${header} "// Generated from tests/golden by tests/golden/generate.cmake.\n"
    "constexpr Input inputs[] = {\n    ${rows_of_input}};\n"
    "constexpr double start[][dimension] = {${rows_of_theta0}};\n"
    "constexpr double direction[][dimension] = {${rows_of_direction}};\n"
    "constexpr Row rows[] = {\n    ${rows_of_${kind}}};\n")
endfunction()

# ballast_bytes_header(<name>): turns a binary file of this folder into an array of bytes, for a core without files.
function(ballast_bytes_header name)
  set(file ${PROJECT_SOURCE_DIR}/tests/golden/${name}.bin)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n    " bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1, " bytes "${bytes}")
  string(REPLACE " \n" "\n" bytes "${bytes}")
  file(CONFIGURE OUTPUT ${name}.hpp CONTENT "// Generated from tests/golden/${name}.bin by tests/golden/generate.cmake.
constexpr unsigned char ${name}[] = {
    ${bytes}};
" @ONLY)
endfunction()
