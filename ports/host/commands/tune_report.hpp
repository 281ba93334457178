#pragma once
/// What `ballast tune` writes: a table for people, one for programs, and a configuration to paste into C++.

#include <cstddef>
#include <string>

#include "commands/tune_run.hpp"
#include "experiments/files/output_file.hpp"

namespace tool {

/// The best settings, as many as `most`, and what there is to know about them.
void print_table(const TuneResult& result, const SearchSpace& space, std::size_t most, OutputFile& out);

/// All of them as CSV.
void print_csv(const TuneResult& result, OutputFile& out);

/// The best setting as C++ for a log with so many features, of a `SparseLearner` or a `Learner`.
template <class T>
std::string cpp_of(const Tried& best, std::size_t dimension, bool is_sparse);

}  // namespace tool
