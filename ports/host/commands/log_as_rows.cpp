#include "commands/log_as_rows.hpp"

#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <utility>

#include "io/binary_log.hpp"
#include "io/log_reader.hpp"

namespace tool {

namespace {

template <class T>
class Scan {
 public:
  explicit Scan(const std::string& path) : log_(std::make_unique<InputFile>(path)) {}

  LogAsRows run() {
    result_.is_of_learner = log_.layout().actions == 0 && log_.layout().written_as == WrittenAs::array;
    if (!result_.is_of_learner) { return result_; }
    if (log_.layout().features > most_features) { refuse(fmt::format("more than {} features", most_features)); }
    LogItem item = log_.next();
    if (item != LogItem::snapshot) { refuse("it does not begin with a start"); }
    for (; item != LogItem::end && result_.obstacle.empty(); item = log_.next()) { add(item); }
    if (updates_ == 0) { refuse("there is no update"); }
    return std::move(result_);
  }

 private:
  /// Only the first obstacle is kept.
  void refuse(const std::string& what) {
    if (result_.obstacle.empty()) { result_.obstacle = what; }
  }
  void refuse_here(const char* what) { refuse(fmt::format("{} at tick {}", what, log_.tick())); }

  void add(LogItem item) {
    switch (item) {
      case LogItem::snapshot: return add_snapshot(log_.snapshot());
      case LogItem::record: return add_record(log_.record());
      default: return refuse_here("blocks are missing");
    }
  }

  void add_snapshot(const LoggedSnapshot& logged) {
    if (logged.kind == BlockKind::checkpoint && result_.start) { return; }
    if (result_.start) { return refuse_here(logged.kind == BlockKind::start ? "another start" : "a state"); }
    if (logged.kind != BlockKind::start) { return refuse("it does not start from zero"); }
    if (logged.snapshot.is_sparse) { return refuse("the learner is a SparseLearner"); }
    if (logged.snapshot.settings.constant_direction.index() == 2) {
      return refuse("a constant direction of one's own is not a word");
    }
    result_.start = logged.snapshot;
  }

  void add_record(const Record<T>& record) {
    switch (record.kind) {
      case RecordKind::from:
        if (has_entered_ && !is_entered(record.features)) { return refuse_here("a jump to another state"); }
        return enter(record.features);
      case RecordKind::update:
        if (!has_entered_) { return refuse_here("an update without the state that it leaves"); }
        if (record.status != ballast::Status::ok) { return refuse_here("a refused update"); }
        ++updates_;
        return enter(record.features);
      case RecordKind::reset: return refuse_here("a reset");
      case RecordKind::gap: return refuse_here("a gap");
      default: ++result_.left_out;
    }
  }

  void enter(const Features<T>& features) {
    entered_ = features.values;
    has_entered_ = true;
  }
  bool is_entered(const Features<T>& features) const {
    return std::memcmp(features.values.data(), entered_.data(), entered_.size() * sizeof(T)) == 0;
  }

  BinaryLog<T> log_;
  LogAsRows result_;
  std::vector<T> entered_;
  bool has_entered_ = false;
  uint64_t updates_ = 0;
};

}  // namespace

template <class T>
LogAsRows log_as_rows(const std::string& path) {
  return Scan<T>(path).run();
}

template LogAsRows log_as_rows<float>(const std::string&);
template LogAsRows log_as_rows<double>(const std::string&);

}  // namespace tool
