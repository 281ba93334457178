# ballast_embed(<target> <file> <header> <namespace> [<name>]): HTML and CSS are files of their own, and constants when
# they are compiled (embed.cmake).
set(BALLAST_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed.cmake CACHE INTERNAL "")
function(ballast_embed target file header namespace)
  set(in ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/embedded)
  add_custom_command(OUTPUT ${folder}/${header} DEPENDS ${in} ${BALLAST_EMBED_SCRIPT} VERBATIM
    COMMAND ${CMAKE_COMMAND} -DIN=${in} -DOUT=${folder}/${header} -DNAMESPACE=${namespace} -DNAME=${ARGN}
      -P ${BALLAST_EMBED_SCRIPT})
  target_sources(${target} PRIVATE ${folder}/${header})
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
