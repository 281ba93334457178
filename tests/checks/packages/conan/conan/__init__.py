"""Stands in for Conan 2: what the recipe uses of it."""


class _Info:
    is_clear = False

    def clear(self):
        self.is_clear = True


class _CppInfo:
    def __init__(self):
        self.bindirs = ["bin"]
        self.libdirs = ["lib"]
        self.requires = []
        self.properties = {}

    def set_property(self, name, value):
        self.properties[name] = value


class ConanFile:
    name = version = package_type = None

    def __init__(self):
        self.info = _Info()
        self.cpp_info = _CppInfo()
        self.required = {}  # name: whether its headers are passed on
        self.checked_cppstd = None

    def requires(self, reference, transitive_headers=False):
        self.required[reference.split("/")[0]] = transitive_headers
