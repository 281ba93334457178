#include "io/open_rows.hpp"

#include <fmt/format.h>

#include "io/binary_rows.hpp"
#include "io/record_csv.hpp"

namespace tool {

void refuse_columns(const std::vector<std::string>& ignored, const std::string& log) {
  if (ignored.empty()) { return; }
  throw InputError(fmt::format("--ignore {}: {} is a binary log, which has no columns", ignored[0], log));
}

template <class T>
std::unique_ptr<RowSource<T>> open_rows(const std::string& path, const std::vector<std::string>& ignored) {
  auto file = std::make_unique<InputFile>(path);
  if (!is_binary_log(*file)) {
    refuse_record_csv(*file);
    return std::make_unique<LogReader<T>>(std::move(file), ignored);
  }
  refuse_columns(ignored, file->name());
  refuse_fixed_point(*file);
  if (number_bytes_of(*file) == 8) { return std::make_unique<BinaryRows<T, double>>(std::move(file)); }
  return std::make_unique<BinaryRows<T, float>>(std::move(file));
}

template std::unique_ptr<RowSource<float>> open_rows(const std::string&, const std::vector<std::string>&);
template std::unique_ptr<RowSource<double>> open_rows(const std::string&, const std::vector<std::string>&);

}  // namespace tool
