#pragma once
/// A file of trials: a header that says of which run and shard they are, then one record for each trial that is done.
/// A process that is killed leaves at most one damaged record, the last: it is cut off when the file is opened again.
/// docs/CLUSTER.md has the bytes.

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/runner/run_identity.hpp"
#include "experiments/runner/shard.hpp"

namespace ballast::experiments {

struct TrialsHeader {
  RunIdentity identity;
  Shard shard;
};

/// Where the outcomes of a trial are in the file.
struct TrialRecord {
  std::string experiment;
  std::uint32_t trial;
  std::uint64_t place;
  std::uint32_t length;
};

/// An open file, closed when it is no longer needed.
class FileDescriptor {
 public:
  explicit FileDescriptor(int number = -1) : number_(number) {}
  ~FileDescriptor() { reset(-1); }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;

  void reset(int number);
  int get() const { return number_; }

 private:
  int number_;
};

class TrialFile {
 public:
  /// To read only. Throws InputError if it has no valid header. Damaged records, and those after them, are left out.
  explicit TrialFile(const std::string& path);

  /// To continue, or to begin if there is none. Throws InputError if it belongs to another run, or if another process
  /// has it open to write.
  TrialFile(const std::string& path, const TrialsHeader& header);

  ~TrialFile() = default;
  TrialFile(const TrialFile&) = delete;
  TrialFile& operator=(const TrialFile&) = delete;

  const std::string& path() const { return path_; }
  const TrialsHeader& header() const { return header_; }
  bool is_writable() const { return is_writable_; }

  /// Those that were there when it was opened.
  const std::vector<TrialRecord>& records() const { return records_; }

  std::string read(const TrialRecord& record) const;

  /// One thread at a time.
  void append(const std::string& experiment, std::uint32_t trial, const std::string& outcomes);

  /// How many trials there are now.
  std::size_t size() const { return size_; }

  void remove();

 private:
  void lock();
  bool read_header();
  void begin(const TrialsHeader& header);
  void refuse_other_run(const TrialsHeader& header);
  void read_records();
  bool read_body(std::uint64_t place, std::string& body) const;
  void write(const std::string& bytes);
  [[noreturn]] void fail(const char* what) const;

  std::string path_;
  FileDescriptor file_;
  bool is_writable_ = false;
  TrialsHeader header_;
  std::vector<TrialRecord> records_;
  std::size_t size_ = 0;
  std::uint64_t end_ = 0;  // of the last valid record
};

}  // namespace ballast::experiments
