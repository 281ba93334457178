#pragma once
/// A model as `ballast oracle` reads it and `ballast simulate --model-out` writes it: JSON with P, r and Phi.

#include <ballast/oracle/model.hpp>

#include <string>

namespace tool {

/// Its name in messages: the path, or "standard input" for "-".
std::string name_of_input(const std::string& path);

/// `{"P": [[..]], "r": [..], "Phi": [[..]]}` with numbers or decimal strings, neither rounded to double; other keys are
/// ignored. Throws InputError if the file does not have this form or has a key twice, and oracle::ModelError if the
/// model is invalid.
ballast::oracle::Model read_model(const std::string& path);

}  // namespace tool
