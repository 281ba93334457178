def check_min_cppstd(recipe, standard):
    recipe.checked_cppstd = int(standard) >= 17
