#pragma once
/// A model as `ballast oracle` reads it: JSON with P, r and Phi.

#include <string>
#include <vector>

namespace tool {

struct WrittenModel {
  std::vector<std::vector<double>> P;
  std::vector<double> r;
  std::vector<std::vector<double>> Phi;
};

void write_model(const WrittenModel& model, const std::string& path);

}  // namespace tool
