# tracked_files(<folder> <result>): the files of a tree, relative to it; all of them where it is no clone. Those that
# are deleted and not yet committed are left out.
function(tracked_files root result)
  if(EXISTS ${root}/.git)
    execute_process(COMMAND git -c safe.directory=* ls-files WORKING_DIRECTORY ${root}
      OUTPUT_VARIABLE files COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX REPLACE "\n$" "" files "${files}")
    string(REPLACE "\n" ";" files "${files}")
  else()  # unpacked from an archive
    file(GLOB_RECURSE files RELATIVE ${root} ${root}/*)
    list(FILTER files EXCLUDE REGEX "^(build|\\.deps)/")
  endif()
  set(existing)
  foreach(file ${files})
    if(EXISTS ${root}/${file})
      list(APPEND existing ${file})
    endif()
  endforeach()
  set(${result} ${existing} PARENT_SCOPE)
endfunction()
