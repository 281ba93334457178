# cmake -DSOURCE=<repository> -DETL_INCLUDE=<folder> -P platformio.cmake
# What PlatformIO does with library.json: packs what `export` names, puts includeDir and srcDir on the include path,
# compiles what srcFilter leaves of srcDir, and finds the dependency among the installed libraries by its owner and name.
include(${CMAKE_CURRENT_LIST_DIR}/manifest_rules.cmake)
enter_scratch(scratch)
check_library_json(${SOURCE})

file(READ ${SOURCE}/library.json json)
json_list("${json}" exported export include)
repository_files(files)
set(packed library.json)
foreach(file ${files})
  matches_any(${file} is_exported ${exported})
  if(is_exported)
    list(APPEND packed ${file})
  endif()
endforeach()
set(library "${scratch}/libdeps/ballast")
pack_and_unpack(${library} ${packed})

# The library that the registry gives for the dependency: only where owner and name are those of ETL's own manifest.
set(etl "${scratch}/libdeps/Embedded Template Library")
file(MAKE_DIRECTORY ${etl})
file(CREATE_LINK ${ETL_INCLUDE} "${etl}/include" SYMBOLIC)
string(JSON dependency MEMBER "${json}" dependencies 0)
string(REGEX REPLACE "^etlcpp/" "" installed "${dependency}")
if(installed STREQUAL dependency OR NOT EXISTS "${scratch}/libdeps/${installed}/include/etl")
  message(FATAL_ERROR "the registry has no '${dependency}'")
endif()

file(READ ${library}/library.json json)
string(JSON include_dir GET "${json}" build includeDir)
string(JSON source_dir GET "${json}" build srcDir)
json_list("${json}" filters build srcFilter)
json_list("${json}" flags build flags)
set(more_folders)
foreach(flag ${flags})
  if(NOT flag MATCHES "^-I (.*)$")
    message(FATAL_ERROR "the flag '${flag}' is not an include folder")
  endif()
  list(APPEND more_folders -I${library}/${CMAKE_MATCH_1})
endforeach()
file(GLOB_RECURSE compiled ${library}/${source_dir}/*.c ${library}/${source_dir}/*.cpp ${library}/${source_dir}/*.S)
if(compiled AND filters STREQUAL "-<*>")
  message(FATAL_ERROR "srcFilter leaves out ${compiled}")
elseif(compiled)
  message(FATAL_ERROR "${compiled}: nothing of the library is to be compiled")
endif()

# A project: one unit includes the headers one by one, another one all of them as a sketch would. No framework.
file(COPY ${learner}/ DESTINATION ${scratch}/src)
file(WRITE ${scratch}/src/other.cpp "#include <BallastArduino.h>\n")
set(flags -O0 ${own_warnings} -DPLATFORMIO=60118 -DBALLAST_FEATURES=2 -I${library}/${include_dir} -I${library}/${source_dir}
  ${more_folders} -isystem "${etl}/include")
set(flags_of_cpp ${flags} -std=gnu++17 -fno-exceptions -fno-rtti)
run(g++ ${flags_of_cpp} ${scratch}/src/main.cpp ${scratch}/src/other.cpp -o ${scratch}/learns)
run(${scratch}/learns)

# One in C, which the C compiler links.
run(gcc ${flags} -std=c99 -c ${scratch}/src/main.c -o ${scratch}/main.o)
run(g++ ${flags_of_cpp} -c ${scratch}/src/c_interface.cpp -o ${scratch}/c_interface.o)
run(gcc ${scratch}/main.o ${scratch}/c_interface.o -lm -o ${scratch}/learns_in_c)
run(${scratch}/learns_in_c)
file(REMOVE_RECURSE ${scratch})
