# `ballast oracle` through the shell, in a folder with spaces.
if(NOT BALLAST_ORACLE)
  return()
endif()
find_package(nlohmann_json REQUIRED)
add_executable(tool_oracle oracle.cpp)
target_link_libraries(tool_oracle PRIVATE ballast_suite ballast::board nlohmann_json::nlohmann_json ballast_host_warnings)
target_compile_definitions(tool_oracle PRIVATE BALLAST_TOOL="$<TARGET_FILE:ballast_tool>"
  GOLDEN_DIR="${PROJECT_SOURCE_DIR}/tests/golden" SCRATCH_DIR="${CMAKE_CURRENT_BINARY_DIR}/oracle with spaces")
target_compile_options(tool_oracle PRIVATE -O0)
add_dependencies(tool_oracle ballast_tool)
ballast_add_test(tool.oracle COMMAND tool_oracle)
