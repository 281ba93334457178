#pragma once
/// A log of any format.

#include <memory>
#include <string>
#include <vector>

#include "io/log_reader.hpp"

namespace tool {

/// The first bytes say whether it is binary or a CSV. `-` is standard input. `ignored` are columns of a CSV.
template <class T>
std::unique_ptr<RowSource<T>> open_rows(const std::string& path, const std::vector<std::string>& ignored);

/// An InputError if --ignore names columns of this binary log.
void refuse_columns(const std::vector<std::string>& ignored, const std::string& log);

}  // namespace tool
