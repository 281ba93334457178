# ETL (what firmware links) and Unity (what the tests link), each looked for in this order:
#   1. a target the surrounding project has already defined
#   2. the project-local folder that toolchains/setup.sh fills
#   3. native builds only: an installed package. Never for a cross build: a system's ETL would put the
#      system's own C headers on the cross-compiler's include path
#   4. the pinned upstream release, by FetchContent
set(BALLAST_DEPS_DIR ${PROJECT_SOURCE_DIR}/.deps CACHE PATH "The folder toolchains/setup.sh fills")

include(FetchContent)

if(NOT TARGET etl::etl)
  find_package(etl 20.39 CONFIG QUIET PATHS ${BALLAST_DEPS_DIR} NO_DEFAULT_PATH)
endif()
if(NOT TARGET etl::etl AND NOT CMAKE_CROSSCOMPILING)
  find_package(etl 20.39 CONFIG QUIET)
endif()
if(NOT TARGET etl::etl)
  FetchContent_Declare(etl GIT_REPOSITORY https://github.com/ETLCPP/etl GIT_TAG 20.39.4 GIT_SHALLOW ON)
  FetchContent_MakeAvailable(etl)
endif()

if(BALLAST_TESTS AND NOT TARGET unity::framework)
  if(EXISTS ${BALLAST_DEPS_DIR}/unity/unity.c)
    add_library(unity STATIC ${BALLAST_DEPS_DIR}/unity/unity.c)
    target_include_directories(unity SYSTEM PUBLIC ${BALLAST_DEPS_DIR}/unity)
    add_library(unity::framework ALIAS unity)
  else()
    if(NOT CMAKE_CROSSCOMPILING)
      find_package(unity CONFIG QUIET)
    endif()
    if(NOT TARGET unity::framework)
      FetchContent_Declare(unity GIT_REPOSITORY https://github.com/ThrowTheSwitch/Unity GIT_TAG v2.6.0 GIT_SHALLOW ON)
      FetchContent_MakeAvailable(unity)
    endif()
  endif()
endif()
