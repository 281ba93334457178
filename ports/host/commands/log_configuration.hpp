#pragma once
/// What the lines `# ballast: key=value ...` before the header of a CSV log say: where it comes from, and how the
/// learner was configured, in the words of the options of `ballast replay`.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "commands/learner_options.hpp"
#include "io/line_reader.hpp"

namespace tool {

class LogConfiguration {
 public:
  /// An InputError names the place of a key that is unknown or there twice, and of a word that is not key=value.
  LogConfiguration(const std::vector<LineReader::Comment>& comments, const std::string& log);

  /// nullptr if it is not there.
  const std::string* find(const std::string& key) const;

  /// The options that were given, the log's for the others, and defaults for the rest. An InputError names an option
  /// and the line that contradicts it, or a value in the log that is invalid.
  template <class T>
  LearnerOptions merged(const LearnerOptions& options, const std::set<std::string>& given, std::size_t dimension) const;

  /// float or double.
  std::string scalar(const std::string& option, bool is_given) const;

  /// Of the features; 0 if it is not there.
  uint32_t fingerprint() const;

  /// The same settings as those of a snapshot: an InputError names the line and `source`.
  template <class T>
  void refuse_contradiction_to(const LearnerSettings<T>& settings, const char* scalar, const std::string& source,
                               std::size_t dimension) const;

  /// `features` must be those of the header.
  void check_features(std::size_t dimension) const;

  /// Of the options that are used, those that neither the log nor the command line has; empty if there are none.
  std::string assumed(const LearnerOptions& used, const std::set<std::string>& given) const;

 private:
  struct Entry {
    std::string value;
    uint64_t line;
    std::size_t column;
  };

  void read_line(const LineReader::Comment& comment);
  void read_word(const std::string& word, uint64_t line, std::size_t column);
  std::string line_of(const Entry& entry) const;
  std::string place_of(const Entry& entry) const;
  template <class T>
  void check_value(const std::string& key, const Entry& entry, std::size_t dimension) const;
  template <class T>
  void refuse_option(const std::string& key, const Entry& entry, const LearnerOptions& options,
                     std::size_t dimension) const;

  std::string log_;
  std::map<std::string, Entry> entries_;
};

/// What is assumed, on stderr: a device may have been configured otherwise.
void report_assumed(const LogConfiguration& configuration, const LearnerOptions& used,
                    const std::set<std::string>& given, const std::string& log);

}  // namespace tool
