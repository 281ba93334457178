"""create.py <conanfile.py> <folder>: what `conan create` does with a recipe of headers, in sub-folders of <folder>."""
import importlib.util
import os
import pathlib
import re
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # the stand-in `conan` beside this file
from conan import ConanFile  # noqa: E402


def load(path):
    spec = importlib.util.spec_from_file_location("recipe", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    recipes = [c for c in vars(module).values() if isinstance(c, type) and issubclass(c, ConanFile) and c is not ConanFile]
    if len(recipes) != 1:
        sys.exit(f"{path} has {len(recipes)} recipes")
    return recipes[0]()


def check(recipe):
    if not re.fullmatch(r"[a-z0-9_][a-z0-9_+.-]{1,100}", recipe.name):
        sys.exit(f"'{recipe.name}' is not a name that is allowed")
    if not re.fullmatch(r"\d+\.\d+\.\d+", recipe.version):
        sys.exit(f"'{recipe.version}' is not a semantic version")
    for field in ("license", "url", "homepage", "description", "topics", "author"):
        if not getattr(recipe, field, None):
            sys.exit(f"the recipe has no {field}")
    if recipe.package_type != "header-library":
        sys.exit(f"package_type is {recipe.package_type}")


def write_config(recipe, folder, package):
    """As the generator CMakeDeps: a file for the package, and one for what it requires."""
    properties = recipe.cpp_info.properties
    targets = recipe.cpp_info.requires
    for target in targets:
        if target.split("::")[0] not in recipe.required:
            sys.exit(f"cpp_info.requires {target}, which no requirement brings")
    name = properties["cmake_file_name"]
    find = "\n".join(f"find_package({target.split('::')[0]} CONFIG REQUIRED)" for target in targets)
    pathlib.Path(folder, f"{name}-config.cmake").write_text(
        f"{find}\nadd_library({properties['cmake_target_name']} INTERFACE IMPORTED)\n"
        f"target_include_directories({properties['cmake_target_name']} INTERFACE {package}/include)\n"
        f"target_link_libraries({properties['cmake_target_name']} INTERFACE {' '.join(targets)})\n"
    )
    pathlib.Path(folder, "etl-config.cmake").write_text(
        "add_library(etl::etl INTERFACE IMPORTED)\n"
        "target_include_directories(etl::etl SYSTEM INTERFACE ${ETL_PREFIX}/include)\n"
    )


def main():
    recipe_path, folder = sys.argv[1:]
    folders = {name: os.path.join(folder, name) for name in ("export", "source", "package", "generators")}
    for path in folders.values():
        os.makedirs(path)

    # The sources come from beside the recipe; after that only the copy of it is known.
    recipe = load(recipe_path)
    check(recipe)
    recipe.recipe_folder = os.path.dirname(os.path.abspath(recipe_path))
    recipe.export_sources_folder = folders["source"]
    recipe.export_sources()
    shutil.copy(recipe_path, folders["export"])

    recipe = load(os.path.join(folders["export"], "conanfile.py"))
    recipe.recipe_folder = folders["export"]
    recipe.layout()
    recipe.requirements()
    if not recipe.required.get("etl"):
        sys.exit("the recipe does not pass on the headers of etl")
    recipe.validate()
    if not recipe.checked_cppstd:
        sys.exit("the recipe accepts compilers without C++17")
    recipe.source_folder = folders["source"]
    recipe.package_folder = folders["package"]
    recipe.package()
    recipe.package_id()
    recipe.package_info()
    if not recipe.info.is_clear or recipe.cpp_info.bindirs or recipe.cpp_info.libdirs:
        sys.exit("a package of headers is the same for every setting and has no libraries")
    write_config(recipe, folders["generators"], folders["package"])


main()
