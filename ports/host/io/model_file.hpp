#pragma once
/// A model as `ballast oracle` reads it and `ballast simulate --model-out` writes it: JSON with P, r and Phi.

#include <ballast/oracle/model.hpp>

#include <string>

namespace tool {

/// `{"P": [[..]], "r": [..], "Phi": [[..]]}` with numbers or decimal strings, neither rounded to double; other keys are
/// ignored. Throws InputError if the file does not have this form or has a key twice, and oracle::ModelError if the
/// model is invalid.
ballast::oracle::Model read_model(const std::string& path);

}  // namespace tool
