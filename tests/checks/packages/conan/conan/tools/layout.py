def basic_layout(recipe):
    pass
