# edit(<file> <text> <other text>): replaces a text in a file of the copy in ROOT, which must have it.
function(edit file was is)
  file(READ ${ROOT}/${file} text)
  string(REPLACE "${was}" "${is}" spoiled "${text}")
  if(spoiled STREQUAL text)
    message(FATAL_ERROR "${file} has no '${was}'")
  endif()
  file(WRITE ${ROOT}/${file} "${spoiled}")
endfunction()
