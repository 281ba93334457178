# cmake -DNM=<nm> -DIMAGES=<image>,<image>... -P no_runtime.cmake
# A firmware image must hold no allocator, no unwinder, no RTTI, no guarded static and no printf.
set(forbidden
  "malloc" "calloc" "realloc" "free" "_[a-z]+_r" "_*sbrk" "operator new[^\n]*" "operator delete[^\n]*"
  "__cxa_[^\n]*" "guard variable for [^\n]*" "__gxx_personality[^\n]*" "_Unwind_[^\n]*" "__aeabi_unwind[^\n]*" "std::terminate[^\n]*" "abort"
  "typeinfo [^\n]*" "__dynamic_cast" "__aeabi_atexit"
  "[^\n]*printf[^\n]*" "puts" "fputs" "fwrite")
list(JOIN forbidden "|" forbidden)

string(REPLACE "," ";" images "${IMAGES}")
if(NOT images)
  message(FATAL_ERROR "no image to look at")
endif()
foreach(image ${images})
  execute_process(COMMAND ${NM} -C ${image} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  if(NOT symbols MATCHES " [Tt] main\n")
    message(FATAL_ERROR "${image} has no main: not an image, or stripped")
  endif()
  string(REGEX MATCHALL " [A-Za-z] (${forbidden})\n" found "${symbols}")
  if(found)
    list(TRANSFORM found STRIP)
    list(JOIN found "; " found)
    message("${image} contains: ${found}")
    message(FATAL_ERROR "a firmware image must not contain these symbols")
  endif()
endforeach()
