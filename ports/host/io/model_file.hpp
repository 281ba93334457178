#pragma once
/// A model as `ballast oracle` reads it and `ballast simulate --model-out` writes it: JSON with P, r and Phi.

#include <ballast/oracle/model.hpp>

#include <string>

namespace tool {

/// What messages call it: the path, or "standard input" for "-".
std::string name_of_input(const std::string& path);

/// `{"P": [[..]], "r": [..], "Phi": [[..]]}` with numbers or decimal strings, neither rounded to double; whatever else
/// is in it is ignored. Throws InputError for what is no such file or has a key twice, and oracle::ModelError for what
/// is no model.
ballast::oracle::Model read_model(const std::string& path);

}  // namespace tool
