#pragma once
/// A binary log as text, to look at and to edit: a line `# ballast: block ...` for each block, with all that its header
/// says, and a row for each record. Converted back, it has the same bytes, unless the device wrote what need not be
/// written (a status ok, a value that is the same as before).

#include <memory>

#include "experiments/files/output_file.hpp"
#include "io/block_reader.hpp"
#include "io/line_reader.hpp"

namespace tool {

using ballast::experiments::OutputFile;

/// What the first line of such a CSV begins with.
constexpr const char* records_comment = "# ballast: records";
/// Of each block.
constexpr const char* block_comment = "# ballast: block";
/// Instead of features that were not valid.
constexpr const char* not_valid = "none";
/// A NaN that is not the usual one, before its bits: nan(0x7fc00001).
constexpr const char* odd_nan = "nan(0x";
/// The value of active features, where there are none.
constexpr const char* value_alone = "value=";
constexpr const char* records_header = "t,kind,reward,feasible,action,random,learned,status,number,features";

/// An InputError for what reads rows.
void refuse_record_csv(InputFile& file);

template <class T>
void write_record_csv(std::unique_ptr<InputFile> file, OutputFile& out);

/// An InputError names the line of what cannot be read.
void read_record_csv(std::unique_ptr<InputFile> file, OutputFile& out);

}  // namespace tool
