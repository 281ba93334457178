#include "experiments/charts/gnuplot.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "experiments/files/error.hpp"

namespace ballast::experiments {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

/// Deleted when it is closed. A file and not a pipe: neither side ever waits for the other.
File nameless_file() {
  File file(std::tmpfile());
  if (!file) { throw InputError(fmt::format("a temporary file cannot be written: {}", std::strerror(errno))); }
  return file;
}

std::string read_all(std::FILE* file) {
  std::rewind(file);
  std::string text;
  char block[4096];
  for (std::size_t n = 0; (n = std::fread(block, 1, sizeof block, file)) > 0;) { text.append(block, n); }
  return text;
}

class FileActions {
 public:
  FileActions() { ::posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  void connect(std::FILE* file, int to) { ::posix_spawn_file_actions_adddup2(&actions_, ::fileno(file), to); }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

/// gnuplot does not get Ctrl-C and other signals sent to our process group: a plot that was begun is finished.
class OwnProcessGroup {
 public:
  OwnProcessGroup() {
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
  }
  ~OwnProcessGroup() { ::posix_spawnattr_destroy(&attributes_); }
  OwnProcessGroup(const OwnProcessGroup&) = delete;
  OwnProcessGroup& operator=(const OwnProcessGroup&) = delete;

  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

struct Outcome {
  bool is_good;
  std::string out;
  std::string err;
};

Outcome wait_for(pid_t child, std::FILE* out, std::FILE* err) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return {WIFEXITED(status) && WEXITSTATUS(status) == 0, read_all(out), read_all(err)};
}

/// `option` is one word of gnuplot's command line.
Outcome run(const char* option, const std::string& script) {
  const File in = nameless_file();
  const File out = nameless_file();
  const File err = nameless_file();
  if (std::fwrite(script.data(), 1, script.size(), in.get()) != script.size() || std::fflush(in.get()) != 0) {
    throw InputError(fmt::format("a temporary file cannot be written: {}", std::strerror(errno)));
  }
  std::rewind(in.get());

  FileActions actions;
  actions.connect(in.get(), STDIN_FILENO);
  actions.connect(out.get(), STDOUT_FILENO);
  actions.connect(err.get(), STDERR_FILENO);
  const OwnProcessGroup attributes;
  std::string program = "gnuplot";
  std::string argument = option;
  char* const arguments[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, program.c_str(), actions.get(), attributes.get(), arguments, environ);
  if (error != 0) {
    throw InputError(
        fmt::format("gnuplot, which draws the plots, cannot be run: {}; 'toolchains/setup.sh host' "
                    "installs it",
                    std::strerror(error)));
  }
  return wait_for(child, out.get(), err.get());
}

}  // namespace

void require_gnuplot() {
  const Outcome outcome = run("--version", "");
  if (!outcome.is_good || outcome.out.rfind("gnuplot ", 0) != 0) {
    throw InputError("gnuplot, which draws the plots, does not work: 'gnuplot --version' says '" + outcome.out +
                     outcome.err + "'");
  }
  run_gnuplot("set terminal svg\nplot x\n");
}

std::string run_gnuplot(const std::string& script) {
  Outcome outcome = run("--default-settings", script);
  if (!outcome.is_good || outcome.out.empty() || !outcome.err.empty()) {
    throw InputError("gnuplot failed: " + outcome.err);
  }
  return std::move(outcome.out);
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char letter : text) {
    if (letter == '\'') { result += '\''; }
    result += letter == '\n' ? ' ' : letter;
  }
  return result + '\'';
}

}  // namespace ballast::experiments
