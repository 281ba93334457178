# cmake -DSOURCE=<folder> -DROOT=<folder> [-DSPOIL=<what>] -P check_prepared_release.cmake
# Copies a part of the tree, prepares it as docs/RELEASING.md says, makes one thing wrong in it and checks it.
file(REMOVE_RECURSE ${ROOT})
foreach(file README.md CHANGELOG.md SECURITY.md CITATION.cff CMakeLists.txt .ci/run .github docs lib/include
             examples/firmware/CMakeLists.txt tests/checks/consumers/program lib/ballastConfig.cmake.in
             toolchains/setup.sh toolchains/dependencies.cmake library.json idf_component.yml zephyr ports/arduino
             ports/conan ports/vcpkg)
  get_filename_component(folder ${file} DIRECTORY)
  file(COPY ${SOURCE}/${file} DESTINATION ${ROOT}/${folder})
endforeach()

function(edit file regex replacement)
  file(READ ${ROOT}/${file} text)
  string(REGEX REPLACE "${regex}" "${replacement}" text "${text}")
  file(WRITE ${ROOT}/${file} "${text}")
endfunction()
string(CONCAT marker "BALLAST_RELEASE_" "TODO")
edit(CHANGELOG.md "[(]unreleased[)]" "(2030-01-31)")
file(STRINGS ${ROOT}/CHANGELOG.md newest REGEX "^## " LIMIT_COUNT 1)
string(REGEX MATCH "[0-9]+-[0-9]+-[0-9]+" date "${newest}")
edit(CITATION.cff "\ndate-released:[^\n]*" "")
file(APPEND ${ROOT}/CITATION.cff "date-released: ${date}\n")
edit(CITATION.cff "${marker}" "ballast")
foreach(manifest library.json idf_component.yml ports/arduino/library.properties ports/conan/conanfile.py
    ports/vcpkg/ballast/vcpkg.json ports/vcpkg/ballast/portfile.cmake)
  edit(${manifest} "${marker}" "ballast")
endforeach()
edit(SECURITY.md "${marker}([(][^)]*[)])?" "someone at example.invalid")

if(SPOIL STREQUAL "placeholder")
  file(APPEND ${ROOT}/SECURITY.md "Write to ${marker}(address).\n")
elseif(SPOIL STREQUAL "manifest_placeholder")
  file(APPEND ${ROOT}/library.json "${marker}\n")
elseif(SPOIL STREQUAL "undated")
  file(APPEND ${ROOT}/CHANGELOG.md "## 0.0.1 (unreleased)\n")
elseif(SPOIL STREQUAL "other_date")
  edit(CITATION.cff "date-released: [0-9]+" "date-released: 1999")
elseif(SPOIL STREQUAL "no_date")
  edit(CITATION.cff "date-released:[^\n]*" "")
elseif(SPOIL STREQUAL "other_version")
  edit(CITATION.cff "\nversion: [0-9]+" "\nversion: 99")
endif()
include(${SOURCE}/tests/checks/tree/check_release.cmake)
