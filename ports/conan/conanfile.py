# Conan 2, in a clone of the repository: `conan profile detect --exist-ok && conan create ports/conan`.
from os.path import join

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy
from conan.tools.layout import basic_layout


class BallastConan(ConanFile):
    name = "ballast"
    version = "0.2.0"
    license = "MIT"
    author = "Ballast contributors"
    url = "https://example.invalid/BALLAST_RELEASE_TODO"
    homepage = "https://example.invalid/BALLAST_RELEASE_TODO"
    description = "Online average-reward learning in firmware: a device learns from experience which action pays"
    topics = ("reinforcement-learning", "embedded", "firmware", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    no_copy_source = True

    def export_sources(self):
        root = join(self.recipe_folder, "..", "..")
        copy(self, "LICENSE", root, self.export_sources_folder)
        copy(self, "*.hpp", join(root, "lib", "include"), join(self.export_sources_folder, "lib", "include"))
        copy(self, "ballast*", join(root, "ports", "c"), join(self.export_sources_folder, "ports", "c"))

    def layout(self):
        basic_layout(self)

    def requirements(self):
        self.requires("etl/[>=20.39.4 <21]", transitive_headers=True)

    def validate(self):
        check_min_cppstd(self, 17)

    def package(self):
        copy(self, "LICENSE", self.source_folder, join(self.package_folder, "licenses"))
        copy(self, "*.hpp", join(self.source_folder, "lib", "include"), join(self.package_folder, "include"))
        # The C interface. Its source is included by a file of the program that uses it (docs/C.md).
        copy(self, "ballast*", join(self.source_folder, "ports", "c"), join(self.package_folder, "include"))

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.requires = ["etl::etl"]
        self.cpp_info.set_property("cmake_file_name", "ballast")
        self.cpp_info.set_property("cmake_target_name", "ballast::ballast")
