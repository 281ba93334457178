# What a release attaches, in <build folder>/packages (docs/RELEASING.md).
set(packages_dir ${PROJECT_BINARY_DIR}/packages)
add_custom_target(arduino_package VERBATIM
  COMMAND ${CMAKE_COMMAND} -DOUT=${packages_dir} -P ${PROJECT_SOURCE_DIR}/ports/arduino/make_package.cmake)
add_custom_target(single_header VERBATIM
  COMMAND ${CMAKE_COMMAND} -DOUT=${packages_dir}/ballast-single.hpp
    -P ${PROJECT_SOURCE_DIR}/ports/single_header/make.cmake)
