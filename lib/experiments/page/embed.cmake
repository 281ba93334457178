# cmake -DIN=<file> -DOUT=<header> -DNAMESPACE=<namespace> [-DNAME=<name>] -P embed.cmake
# Writes a header that holds a text file: as one constant of that name, or else with a constant for each fragment of it,
# which begins after a line `<!-- name: notes -->`. Within fragments a backslash joins a line to the next.
file(READ ${IN} text)
get_filename_component(file ${IN} NAME)
if(NAME)
  set(text "inline constexpr char ${NAME}[] = R\"embedded(\n${text})embedded\";\n")
else()
  string(FIND "${text}" "<!-- " first)
  string(SUBSTRING "${text}" ${first} -1 text)
  string(REPLACE "\\\n" "" text "${text}")
  set(end ")embedded\";\n")
  string(REGEX REPLACE "<!-- ([a-z_]+)(: [^\n]*)? -->\n" "${end}\ninline constexpr char \\1[] = R\"embedded(" text
    "${text}")
  string(LENGTH "${end}" length)
  string(SUBSTRING "${text}${end}" ${length} -1 text)
endif()
file(WRITE ${OUT} "// Made of ${file} by embed.cmake.\n#pragma once\n\nnamespace ${NAMESPACE} {\n\n${text}\n}  // namespace "
  "${NAMESPACE}\n")
