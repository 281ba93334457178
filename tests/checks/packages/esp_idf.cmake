# cmake -DSOURCE=<repository> -DETL_PREFIX=<folder> -P esp_idf.cmake
# What ESP-IDF does with the component: the registry packs what `files` leaves, a project has it below `components`, and
# esp_idf/project.cmake builds both.
include(${CMAKE_CURRENT_LIST_DIR}/manifest_rules.cmake)
enter_scratch(scratch)
check_idf_component(${SOURCE})

read_yaml(${SOURCE}/idf_component.yml idf)
repository_files(files)
list(APPEND files idf_component.yml)
set(packed)
foreach(file ${files})
  matches_any(${file} is_excluded ${idf_files_exclude})
  matches_any(${file} is_included ${idf_files_include})
  if(is_included OR NOT is_excluded)
    list(APPEND packed ${file})
  endif()
endforeach()
list(REMOVE_DUPLICATES packed)
pack_and_unpack(${scratch}/project/components/ballast ${packed})

file(COPY ${CMAKE_CURRENT_LIST_DIR}/esp_idf/ DESTINATION ${scratch}/project)
file(COPY ${learner}/learns.hpp ${learner}/learns.h DESTINATION ${scratch}/project/main)
build_and_run(${scratch}/project -DBALLAST_DEPS_DIR=${ETL_PREFIX})
file(REMOVE_RECURSE ${scratch})
