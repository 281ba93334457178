#pragma once
/// A command must not write over a file that it reads, nor two outputs to the same file.

#include <string>
#include <vector>

namespace tool {

/// A file as the command line names it. An empty path is not given, which for an output means standard output; so does
/// `-`, and for an input standard input.
struct NamedFile {
  std::string option;  ///< what it was given as: "--out", or "the log"
  std::string path;
};

/// Throws InputError if an output is the same file as an input or as another output: by the same path, another spelling
/// of it, or a link. To be called before anything is read or written.
void refuse_same_file(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

}  // namespace tool
