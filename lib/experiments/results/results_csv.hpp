#pragma once
/// The figures as CSV files. A cell in which a trial overflowed has no mean and no interval.

#include <string>

#include "experiments/results/results.hpp"

namespace tool::reproduce {

/// `directory`/<stem>.csv.
void write_csv(const Sweep& sweep, const std::string& directory);
void write_csv(const Course& course, const std::string& directory);
void write_csv(const Figure& figure, const std::string& directory);

}  // namespace tool::reproduce
