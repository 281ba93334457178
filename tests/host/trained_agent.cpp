// Trains the agent whose snapshot the cores start from (tests/suites/trained_on_host.cpp), and compares it with the
// file that is kept; then lets it work without having been saved, as the cores must after they have resumed.
//   trained_agent FILE           the test
//   trained_agent --write FILE   writes it again, when something that is learned has changed on purpose

#include <ballast/snapshot.hpp>

#include <stdio.h>
#include <string.h>

#include <string>

#include "trained_agent.hpp"

namespace {

/// A snapshot, in memory.
struct Bytes {
  std::string bytes;

  bool write(const uint8_t* from, size_t count) {
    for (size_t i = 0; i < count; ++i) { bytes.push_back(static_cast<char>(from[i])); }
    return true;
  }
};

std::string read_file(const char* path) {
  std::string text;
  FILE* file = fopen(path, "rb");
  if (file == nullptr) { return text; }
  for (int c = fgetc(file); c != EOF; c = fgetc(file)) { text.push_back(static_cast<char>(c)); }
  (void)fclose(file);
  return text;
}

int write_file(const char* path, const std::string& text) {
  FILE* file = fopen(path, "wb");
  if (file == nullptr) { return 1; }
  const bool is_written = fwrite(text.data(), 1, text.size(), file) == text.size();
  return fclose(file) == 0 && is_written ? 0 : 1;
}

/// The same, or what is there now.
bool is_expected(const char* what, uint64_t found, uint64_t expected) {
  if (found == expected) { return true; }
  printf("%s: 0x%016llX, expected 0x%016llX\n", what, static_cast<unsigned long long>(found),
         static_cast<unsigned long long>(expected));
  return false;
}

bool goes_on_as_expected(trained::Agent& agent) {
  Digest decisions;
  trained::DigestSink sink;
  (void)trained::work(agent, decisions);
  if (ballast::save(agent, ballast::fingerprint(trained::coder), sink) != ballast::Status::ok) { return false; }
  const bool has_decided = is_expected("decisions", decisions.value(), trained::digest_of_decisions);
  return is_expected("snapshot", sink.digest.value(), trained::digest_of_snapshot_after) && has_decided;
}

}  // namespace

int main(int count, char** arguments) {
  const bool is_writing = count == 3 && strcmp(arguments[1], "--write") == 0;
  if (count != 2 && !is_writing) { return 2; }
  static trained::Agent agent;
  Bytes snapshot;
  if (trained::train(agent) != ballast::Status::ok ||
      ballast::save(agent, ballast::fingerprint(trained::coder), snapshot) != ballast::Status::ok) {
    return 2;
  }
  if (is_writing) { return write_file(arguments[2], snapshot.bytes); }
  if (snapshot.bytes != read_file(arguments[1])) {
    printf("%s is not what training gives\n", arguments[1]);
    return 1;
  }
  return goes_on_as_expected(agent) ? 0 : 1;
}
