#pragma once
/// The command line: commands and their options. It is read by CLI11, which only command_line.cpp includes: it takes
/// long to compile.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tool {

/// What else there is to say about an option.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option required();
  Option among(const std::vector<std::string>& choices);
  Option within(int lowest, int highest);

  /// Whether the command line has it, once that was read.
  bool is_given() const;

 private:
  CLI::Option* option_;
};

class Command {
 public:
  explicit Command(CLI::App* command) : command_(command) {}

  /// The caller owns the value until the command has run. Its present value is the default, which --help shows unless
  /// the option is required, optional or empty. A list has commas, or is the option several times.
  Option add(const std::string& name, std::string& value, const std::string& help);
  Option add(const std::string& name, std::optional<std::string>& value, const std::string& help);
  Option add(const std::string& name, std::vector<std::string>& value, const std::string& help);
  Option add(const std::string& name, double& value, const std::string& help);
  Option add(const std::string& name, std::int64_t& value, const std::string& help);
  Option add(const std::string& name, std::uint64_t& value, const std::string& help);
  Option add(const std::string& name, std::uint32_t& value, const std::string& help);
  Option add(const std::string& name, std::optional<std::uint64_t>& value, const std::string& help);
  Option add(const std::string& name, std::optional<std::uint32_t>& value, const std::string& help);
  /// One argument after another, without a name: files.
  Option add_list(const std::string& name, std::vector<std::string>& value, const std::string& help);
  void add_flag(const std::string& name, bool& value, const std::string& help);

  /// A command of this one: `ballast snapshot show`. One of them must be given.
  Command add_command(const std::string& name, const std::string& help);

  /// Takes any argument.
  void allow_extras();
  /// Below the options in --help.
  void footer(const std::string& text);
  void callback(const std::function<void()>& run);
  /// The same for a command whose exit code says something.
  void callback_with_exit_code(const std::function<int()>& run);

 private:
  CLI::App* command_;
};

class CommandLine {
 public:
  CommandLine(const std::string& description, const std::string& version);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  Command add(const std::string& name, const std::string& help);

  /// Runs the command that was given, and lets its exceptions through. The exit code: 2 if the command line is wrong,
  /// which is reported on standard error; otherwise that of the command, or 0.
  int run(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace tool
