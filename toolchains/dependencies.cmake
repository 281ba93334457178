# ETL (what firmware links) and Unity (what the tests link), each looked for in this order:
#   1. a target the surrounding project has already defined
#   2. the project-local folder that toolchains/setup.sh fills
#   3. native builds only: an installed package. Never for a cross build: a system's ETL would put the
#      system's own C headers on the cross-compiler's include path
#   4. the pinned upstream release, by FetchContent
get_filename_component(default_deps_dir ${CMAKE_CURRENT_LIST_DIR}/../.deps ABSOLUTE)
set(BALLAST_DEPS_DIR ${default_deps_dir} CACHE PATH "The folder toolchains/setup.sh fills")

include(FetchContent)

if(NOT TARGET etl::etl)
  find_package(etl 20.39 CONFIG QUIET PATHS ${BALLAST_DEPS_DIR} NO_DEFAULT_PATH)
  if(NOT etl_FOUND AND NOT CMAKE_CROSSCOMPILING)
    find_package(etl 20.39 CONFIG QUIET)
  endif()
  if(etl_FOUND)
    set_target_properties(etl::etl PROPERTIES IMPORTED_GLOBAL TRUE)  # for programs that link it beside ballast::ballast
  else()
    message(STATUS "ETL is not in ${BALLAST_DEPS_DIR} (toolchains/setup.sh puts it there): fetching it from upstream")
    FetchContent_Declare(etl GIT_REPOSITORY https://github.com/ETLCPP/etl GIT_TAG 20.39.4 GIT_SHALLOW ON)
    FetchContent_MakeAvailable(etl)
  endif()
endif()

if(BALLAST_TESTS AND NOT TARGET unity::framework)
  enable_language(C)
  set(unity_sources ${BALLAST_DEPS_DIR}/unity)
  if(NOT EXISTS ${unity_sources}/unity.c AND NOT CMAKE_CROSSCOMPILING)
    find_package(unity CONFIG QUIET)
  endif()
  if(NOT TARGET unity::framework)
    if(NOT EXISTS ${unity_sources}/unity.c)
      message(STATUS "Unity is not in ${BALLAST_DEPS_DIR} (toolchains/setup.sh puts it there): fetching it from upstream")
      # Sources only (there is no such subdirectory): Unity's own project would install itself along with us.
      FetchContent_Declare(unity GIT_REPOSITORY https://github.com/ThrowTheSwitch/Unity GIT_TAG v2.6.0 GIT_SHALLOW ON
        SOURCE_SUBDIR sources_only)
      FetchContent_MakeAvailable(unity)
      set(unity_sources ${unity_SOURCE_DIR}/src)
    endif()
    add_library(unity STATIC EXCLUDE_FROM_ALL ${unity_sources}/unity.c)
    target_include_directories(unity SYSTEM PUBLIC ${unity_sources})
    add_library(unity::framework ALIAS unity)
  endif()
endif()
