#pragma once
/// A file to read from beginning to end, or standard input.

#include <cstddef>
#include <string>
#include <string_view>

namespace tool {

class InputFile {
 public:
  /// `-` is standard input. Throws InputError if it cannot be opened.
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// As many bytes as there are now, at most `size`; 0 at the end. Throws InputError.
  std::size_t read(char* bytes, std::size_t size);

  /// The first bytes, at most `size`: fewer if the file is shorter. They are read again. Before the first read().
  std::string_view peek(std::size_t size);

  /// For messages.
  const std::string& name() const { return name_; }

 private:
  std::size_t read_on(char* bytes, std::size_t size);

  std::string name_;
  int file_ = 0;
  std::string peeked_;
};

}  // namespace tool
