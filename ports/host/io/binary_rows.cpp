#include "io/binary_rows.hpp"

#include <ballast/math/ieee754.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace tool {
namespace {

template <class T, class Stored>
void convert(Features<T>& to, const Features<Stored>& from) {
  to.dimension = from.dimension;
  to.is_sparse = from.is_sparse;
  to.indices = from.indices;
  to.values.assign(from.values.begin(), from.values.end());
}

template <class T>
void find_bad_feature(LogRow<T>& row) {
  const std::vector<T>& values = row.phi.values;
  const auto bad = std::find_if(values.begin(), values.end(), [](T x) { return !ballast::is_finite(x); });
  row.bad_feature_column = bad == values.end() ? 0 : 1;
  if (bad == values.end()) { return; }
  const auto k = static_cast<std::size_t>(bad - values.begin());
  row.bad_feature = row.phi.is_sparse ? row.phi.indices[k] : k;
}

constexpr uint64_t most_weights = uint64_t{1} << 24U;  // as of a snapshot

}  // namespace

template <class T, class Stored>
BinaryRows<T, Stored>::BinaryRows(std::unique_ptr<InputFile> file) : log_(std::move(file)) {
  const uint64_t weights = log_.layout().weights();
  if (weights > most_weights) {
    throw InputError(fmt::format("{}: {} weights, and {} are the most", log_.place(), weights, most_weights));
  }
}

template <class T, class Stored>
void BinaryRows<T, Stored>::leave(LogRow<T>& row) {
  follows_ = false;
  if (!has_entered_) { return; }
  has_entered_ = false;
  is_row_ready_ = true;
  ++rows_;
  row.line = 0;
  row.t = t_;
  row.is_interrupted = is_interrupted_;
  row.is_repetition = is_repetition_;
  row.is_after_loss = is_after_loss_;
  row.has_reward = false;
  row.reward = T{};
  row.reward_column = 1;
  convert(row.phi, entered_);
  find_bad_feature(row);
}

template <class T, class Stored>
void BinaryRows<T, Stored>::leave(LogRow<T>& row, Stored reward) {
  leave(row);
  follows_ = is_row_ready_;
  row.has_reward = is_row_ready_;
  row.reward = static_cast<T>(reward);
}

template <class T, class Stored>
void BinaryRows<T, Stored>::lose(LogRow<T>& row) {
  leave(row);
  is_lost_ = true;
}

template <class T, class Stored>
void BinaryRows<T, Stored>::enter(Features<Stored>& features, uint64_t tick) {
  has_entered_ = features.indices.empty() || features.indices.front() != no_feature;
  if (!has_entered_) {
    follows_ = false;
    return;
  }
  std::swap(entered_, features);
  t_ = tick;
  is_after_loss_ = rows_ != 0 && is_lost_;
  is_interrupted_ = rows_ != 0 && !is_lost_ && !follows_;
  is_repetition_ = false;
  is_lost_ = false;
}

template <class T, class Stored>
bool BinaryRows<T, Stored>::is_entered(const Features<Stored>& features) const {
  return has_entered_ && features.indices == entered_.indices && features.values.size() == entered_.values.size() &&
         std::memcmp(features.values.data(), entered_.values.data(), features.values.size() * sizeof(Stored)) == 0;
}

/// The trace was reset: the same state again, which the row before does not lead to.
template <class T, class Stored>
void BinaryRows<T, Stored>::reset(LogRow<T>& row) {
  if (!has_entered_) { return; }
  leave(row);
  Features<Stored> again = entered_;
  enter(again, t_);
  is_repetition_ = has_entered_;
}

template <class T, class Stored>
void BinaryRows<T, Stored>::add_record(LogRow<T>& row) {
  Record<Stored>& record = log_.record();
  next_tick_ = record.tick + (is_tick(record.kind) ? 1 : 0);
  switch (record.kind) {
    case RecordKind::tick:
    case RecordKind::update:
      leave(row, record.reward);
      return enter(record.features, record.kind == RecordKind::tick ? record.tick : record.tick + 1);
    case RecordKind::from:
      if (is_entered(record.features)) { return; }
      leave(row);
      return enter(record.features, record.tick);
    case RecordKind::observe: leave(row); return enter(record.features, record.tick);
    case RecordKind::reset: return reset(row);
    case RecordKind::skip: return leave(row);
    case RecordKind::gap: return lose(row);
    default: return;
  }
}

/// One that follows what was recorded before it changes nothing here.
template <class T, class Stored>
void BinaryRows<T, Stored>::add_snapshot(LogRow<T>& row) {
  const bool is_start = log_.snapshot().kind == BlockKind::start;
  if (!is_start && log_.tick() > next_tick_) { return lose(row); }
  if (is_start || log_.tick() < next_tick_) { leave(row); }
}

template <class T, class Stored>
bool BinaryRows<T, Stored>::next(LogRow<T>& row) {
  is_row_ready_ = false;
  while (!is_row_ready_ && !is_at_end_) {
    switch (log_.next()) {
      case LogItem::record: add_record(row); break;
      case LogItem::snapshot: add_snapshot(row); break;
      case LogItem::missing: lose(row); break;
      case LogItem::end: is_at_end_ = true; leave(row);
    }
  }
  return is_row_ready_;
}

template class BinaryRows<float, float>;
template class BinaryRows<float, double>;
template class BinaryRows<double, float>;
template class BinaryRows<double, double>;

}  // namespace tool
