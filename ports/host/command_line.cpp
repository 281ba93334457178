#include "command_line.hpp"

#include <CLI/CLI.hpp>

#include <charconv>

namespace tool {
namespace {

/// What is wrong with a command line is said as everything else is.
std::string usage_error(const CLI::App*, const CLI::Error& error) {
  return std::string("ballast: ") + error.what() + "\nRun with --help for more information.\n";
}

/// CLI11 takes -1 for the largest number there is, and so what is beyond it.
std::string check_whole_number(const std::string& text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && stopped == end ? "" : "'" + text + "' is not a whole number, or too large";
}

}  // namespace

// --- an option ------------------------------------------------------------------------------------------------------

Option Option::required() {
  option_->required()->default_str("");
  return *this;
}

Option Option::among(const std::vector<std::string>& choices) {
  option_->check(CLI::IsMember(choices));
  return *this;
}

Option Option::within(int lowest, int highest) {
  option_->check(CLI::Range(lowest, highest));
  return *this;
}

bool Option::is_given() const {
  return option_->count() > 0;
}

// --- a command ------------------------------------------------------------------------------------------------------

Option Command::add(const std::string& name, std::string& value, const std::string& help) {
  return Option(command_->add_option(name, value, help)->capture_default_str());
}

Option Command::add(const std::string& name, std::optional<std::string>& value, const std::string& help) {
  return Option(command_->add_option(name, value, help));
}

Option Command::add(const std::string& name, std::vector<std::string>& value, const std::string& help) {
  CLI::Option* const option = command_->add_option(name, value, help)->delimiter(',')->allow_extra_args(false);
  return Option(value.empty() ? option : option->capture_default_str());
}

Option Command::add(const std::string& name, double& value, const std::string& help) {
  return Option(command_->add_option(name, value, help)->capture_default_str());
}

Option Command::add(const std::string& name, std::int64_t& value, const std::string& help) {
  return Option(command_->add_option(name, value, help)->capture_default_str());
}

Option Command::add(const std::string& name, std::uint64_t& value, const std::string& help) {
  return Option(command_->add_option(name, value, help)->capture_default_str()->check(check_whole_number));
}

Option Command::add(const std::string& name, std::uint32_t& value, const std::string& help) {
  return Option(command_->add_option(name, value, help)->capture_default_str()->check(check_whole_number));
}

Option Command::add(const std::string& name, std::optional<std::uint64_t>& value, const std::string& help) {
  return Option(command_->add_option(name, value, help)->check(check_whole_number));
}

Option Command::add(const std::string& name, std::optional<std::uint32_t>& value, const std::string& help) {
  return Option(command_->add_option(name, value, help)->check(check_whole_number));
}

Option Command::add_list(const std::string& name, std::vector<std::string>& value, const std::string& help) {
  return Option(command_->add_option(name, value, help));
}

void Command::add_flag(const std::string& name, bool& value, const std::string& help) {
  command_->add_flag(name, value, help);
}

Command Command::add_command(const std::string& name, const std::string& help) {
  command_->require_subcommand(1);
  return Command(command_->add_subcommand(name, help));
}

void Command::allow_extras() {
  command_->allow_extras();
}

void Command::footer(const std::string& text) {
  command_->footer(text);
}

void Command::callback(const std::function<void()>& run) {
  command_->callback(run);
}

void Command::callback_with_exit_code(const std::function<int()>& run) {
  command_->callback([run] {
    const int code = run();
    if (code != 0) { throw CLI::RuntimeError(code); }
  });
}

// --- all of them ----------------------------------------------------------------------------------------------------

CommandLine::CommandLine(const std::string& description, const std::string& version)
    : app_(std::make_unique<CLI::App>(description)) {
  app_->set_version_flag("--version", version);
  app_->require_subcommand(1);
  app_->failure_message(usage_error);
}

CommandLine::~CommandLine() = default;

Command CommandLine::add(const std::string& name, const std::string& help) {
  return Command(app_->add_subcommand(name, help));
}

int CommandLine::run(int argc, char** argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::RuntimeError& error) { return error.get_exit_code(); } catch (const CLI::ParseError& error) {
    return app_->exit(error) == 0 ? 0 : 2;
  }
  return 0;
}

}  // namespace tool
