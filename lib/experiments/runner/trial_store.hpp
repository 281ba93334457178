#pragma once
/// The outcomes of the trials that are done: a run that was interrupted continues with them, and those of all shards
/// together are a whole run.

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/runner/trial_file.hpp"

namespace ballast::experiments {

class TrialStore {
 public:
  /// Of a run that writes to `folder`. A whole run has the file unfinished.trials, which remove() removes; a shard
  /// has shard-3-of-16.trials, which is its result. See TrialFile for what is refused.
  TrialStore(const std::string& folder, const RunIdentity& identity, const std::optional<Shard>& shard);

  /// Of all shards of a run, from their files: only to read. Throws InputError if they belong to different runs, if a
  /// shard is missing, or if two files have different outcomes of one trial.
  explicit TrialStore(const std::vector<std::string>& paths);

  /// Unfinished trials that are none leave no file.
  ~TrialStore();
  TrialStore(const TrialStore&) = delete;
  TrialStore& operator=(const TrialStore&) = delete;

  const TrialsHeader& header() const { return files_.front()->header(); }

  /// The file that is written.
  const std::string& path() const { return files_.front()->path(); }

  /// Whether trials that are missing can be run and added.
  bool is_writable() const { return files_.front()->is_writable(); }

  /// How many trials are there.
  std::size_t size() const;

  /// Whether the outcomes were there when the store was opened.
  bool has(const std::string& experiment, std::uint32_t trial) const;
  std::string read(const std::string& experiment, std::uint32_t trial) const;

  /// From any thread.
  void add(const std::string& experiment, std::uint32_t trial, const std::string& outcomes);

  /// The files of a shard, for messages.
  std::string paths_of(const Shard& shard) const;

  /// Everything is written: the unfinished trials are no longer needed.
  void remove();

 private:
  struct Place {
    const TrialFile* file;
    TrialRecord record;
  };

  void index(const TrialFile& file);
  void refuse_other_runs() const;
  void require_all_shards() const;

  std::vector<std::unique_ptr<TrialFile>> files_;
  bool is_shard_ = false;  // its file is a result, with or without trials
  std::map<std::pair<std::string, std::uint32_t>, Place> places_;
  mutable std::mutex mutex_;  // of the file that is written
};

}  // namespace ballast::experiments
