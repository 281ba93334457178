#include "experiments/runner/trial_store.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "experiments/files/error.hpp"

namespace ballast::experiments {
namespace {

std::string path_in(const std::string& folder, const std::optional<Shard>& shard) {
  const std::string name =
      shard ? fmt::format("shard-{}-of-{}.trials", shard->number, shard->count) : "unfinished.trials";
  return (std::filesystem::path(folder) / name).string();
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

}  // namespace

TrialStore::TrialStore(const std::string& folder, const RunIdentity& identity, const std::optional<Shard>& shard)
    : is_shard_(shard.has_value()) {
  files_.push_back(
      std::make_unique<TrialFile>(path_in(folder, shard), TrialsHeader{identity, shard.value_or(Shard{})}));
  index(*files_.front());
}

TrialStore::TrialStore(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) { files_.push_back(std::make_unique<TrialFile>(path)); }
  refuse_other_runs();
  require_all_shards();
  for (const auto& file : files_) { index(*file); }
}

TrialStore::~TrialStore() {
  if (is_writable() && !is_shard_ && files_.front()->size() == 0) { remove(); }
}

void TrialStore::refuse_other_runs() const {
  const TrialFile& first = *files_.front();
  for (const auto& file : files_) {
    std::string other = difference(first.header().identity, file->header().identity);
    if (other.empty() && first.header().shard.count != file->header().shard.count) {
      other =
          fmt::format("another number of shards: {} and {}", first.header().shard.count, file->header().shard.count);
    }
    if (!other.empty()) {
      throw InputError(fmt::format("{} and {} do not belong together: {}", first.path(), file->path(), other));
    }
  }
}

void TrialStore::require_all_shards() const {
  std::set<std::uint32_t> there;
  for (const auto& file : files_) { there.insert(file->header().shard.number); }
  const std::uint32_t count = header().shard.count;
  std::vector<std::string> missing;
  for (std::uint32_t number = 1; number <= count; ++number) {
    if (there.count(number) == 0) { missing.push_back(text_of({number, count})); }
  }
  if (missing.empty()) { return; }
  throw InputError(fmt::format("{} {} {} missing. Run: {} --shard {} --out {}",
                               missing.size() == 1 ? "shard" : "shards", fmt::join(missing, ", "),
                               missing.size() == 1 ? "is" : "are", header().identity.command, missing.front(),
                               folder_of(files_.front()->path())));
}

void TrialStore::index(const TrialFile& file) {
  for (const TrialRecord& record : file.records()) {
    const auto [at, is_new] = places_.insert({{record.experiment, record.trial}, {&file, record}});
    if (is_new || at->second.file->read(at->second.record) == file.read(record)) { continue; }
    throw InputError(fmt::format("{} and {} have different outcomes of trial {} of {}", at->second.file->path(),
                                 file.path(), record.trial, record.experiment));
  }
}

std::size_t TrialStore::size() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return is_writable() ? files_.front()->size() : places_.size();
}

bool TrialStore::has(const std::string& experiment, std::uint32_t trial) const {
  return places_.count({experiment, trial}) != 0;
}

std::string TrialStore::read(const std::string& experiment, std::uint32_t trial) const {
  const Place& place = places_.at({experiment, trial});
  return place.file->read(place.record);
}

void TrialStore::add(const std::string& experiment, std::uint32_t trial, const std::string& outcomes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  files_.front()->append(experiment, trial, outcomes);
}

std::string TrialStore::paths_of(const Shard& shard) const {
  std::vector<std::string> paths;
  for (const auto& file : files_) {
    if (file->header().shard.number == shard.number) { paths.push_back(file->path()); }
  }
  return fmt::format("{}", fmt::join(paths, ", "));
}

void TrialStore::remove() {
  files_.front()->remove();
}

}  // namespace ballast::experiments
