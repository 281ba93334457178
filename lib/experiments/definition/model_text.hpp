#pragma once
/// A model as `ballast oracle` reads it and `ballast simulate --model-out` writes it: JSON with P, r and Phi.

#include <ballast/oracle/model.hpp>

#include <string>

namespace ballast::experiments {

/// `{"P": [[..]], "r": [..], "Phi": [[..]]}` with numbers or decimal strings, neither rounded to double; other keys are
/// ignored. Throws InputError, with `name` as the name of the file, if the text does not have this form or has a key
/// twice, and oracle::ModelError if the model is invalid.
oracle::Model parse_model(const std::string& text, const std::string& name);

}  // namespace ballast::experiments
