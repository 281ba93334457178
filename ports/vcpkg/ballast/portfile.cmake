set(VCPKG_BUILD_TYPE release)  # headers only

# A release writes the repository here, and once its tag is there, the SHA512 of the tag's archive, which vcpkg reports
# where the number is 0: docs/RELEASING.md.
vcpkg_from_github(
  OUT_SOURCE_PATH SOURCE_PATH
  REPO BALLAST_RELEASE_TODO/ballast
  REF "v${VERSION}"
  SHA512 0
  HEAD_REF main)

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DBALLAST_EXAMPLES=OFF -DBALLAST_INSTALL=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH share/ballast/cmake)

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/doc")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
