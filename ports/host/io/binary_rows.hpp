#pragma once
/// The rows of a binary log: each state, and the reward for leaving it. Of an agent that is the reward of the next
/// tick. t is the number of the tick; a row that the one before does not lead to is marked.

#include "io/binary_log.hpp"
#include "io/log_reader.hpp"

namespace tool {

/// `Stored` is the type of the numbers in the log.
template <class T, class Stored>
class BinaryRows final : public RowSource<T> {
 public:
  /// Refuses more features than any learner has.
  explicit BinaryRows(std::unique_ptr<InputFile> file);

  std::size_t dimension() const override { return log_.layout().features; }
  const std::string& name() const override { return log_.name(); }
  const std::vector<LineReader::Comment>& comments() const override { return no_comments_; }
  bool next(LogRow<T>& row) override;

 private:
  /// A row for what was entered last, if there is something.
  void leave(LogRow<T>& row);
  void leave(LogRow<T>& row, Stored reward);
  /// The same where something is missing.
  void lose(LogRow<T>& row);
  void enter(Features<Stored>& features, uint64_t tick);
  void add_record(LogRow<T>& row);
  void add_snapshot(LogRow<T>& row);
  void reset(LogRow<T>& row);
  bool is_entered(const Features<Stored>& features) const;

  BinaryLog<Stored> log_;
  std::vector<LineReader::Comment> no_comments_;
  bool is_at_end_ = false;
  bool is_row_ready_ = false;
  bool has_entered_ = false;
  Features<Stored> entered_;
  uint64_t t_ = 0;  // of what was entered
  bool is_repetition_ = false;
  bool is_interrupted_ = false;
  bool is_after_loss_ = false;
  uint64_t rows_ = 0;
  bool follows_ = false;  // the next state is entered from the last row
  bool is_lost_ = false;  // something is missing since the last row
  uint64_t next_tick_ = 0;
};

}  // namespace tool
