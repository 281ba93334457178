#pragma once
/// Lines that the programs print.

#include <board/console.h>
#include <stdint.h>

#include <etl/string.h>
#include <etl/string_stream.h>

#include "month.hpp"

namespace sensor_node {

/// What the reports of each week and of the month were worth.
inline void print_row(const char* what, const Month& month) {
  etl::string<80> text;
  etl::string_stream line(text, etl::format_spec().precision(2));
  line << etl::left << etl::setw(20) << what << etl::right;
  for (uint32_t week = 0; week < 4; ++week) { line << etl::setw(8) << month.per_hour(7 * week, 7 * week + 7); }
  line << etl::setw(10) << month.per_hour();
  board_write(text.c_str());
  board_write("\n");
}

/// The same on every machine.
inline void print_digest(uint32_t digest) {
  etl::string<80> text;
  etl::string_stream line(text);
  line << "all decisions: " << etl::hex << digest << "\n";
  board_write(text.c_str());
}

}  // namespace sensor_node
