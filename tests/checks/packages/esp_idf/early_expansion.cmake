# cmake -DCOMPONENT=<folder> -P early_expansion.cmake: the first reading of a component, in which there is no project.
set(CMAKE_BUILD_EARLY_EXPANSION 1)
set(ESP_PLATFORM 1)

macro(idf_component_register)
  set(registered 1)
  return()
endmacro()


macro(project)
  message(FATAL_ERROR "${COMPONENT}/CMakeLists.txt has a project")
endmacro()

set(registered 0)
include(${COMPONENT}/CMakeLists.txt)
if(NOT registered)
  message(FATAL_ERROR "${COMPONENT}/CMakeLists.txt does not register a component")
endif()
