#pragma once
/// The trace of a binary log's replay as a CSV: the columns of io/trace_writer.hpp, of an agent also `action` and
/// `random`. A tick of an agent that learned nothing has a row whose other fields are empty. Weights are written of a
/// Learner with up to 4096 features.

#include <vector>

#include "commands/replay_binary.hpp"
#include "io/log_reader.hpp"
#include "io/trace_writer.hpp"

namespace tool {

template <class T>
class ReplayTrace final : public ReplayListener<T> {
 public:
  ReplayTrace(OutputFile& out, const LogLayout& layout) : out_(out), is_agent_(layout.actions != 0) {}

  void snapshot(const LoggedSnapshot& logged, uint64_t /*tick*/) override {
    if (!has_header_) { write_header(logged.snapshot); }
  }

  void before(const Record<T>& /*record*/, const Player<T>* player) override {
    if (player == nullptr) { return; }
    if (!has_header_) { write_header(player->snapshot_but_features()); }  // from a snapshot that is not in the log
    beta_ = player->step_size();
  }

  void after(const Record<T>& record, const Player<T>* player) override {
    if (player == nullptr || !is_tick(record.kind)) { return; }
    if (is_agent_) { return write_agent(record, *player); }
    if (record.status != ballast::Status::ok) { return; }
    for (std::size_t i = 0; i < weights_.size(); ++i) { weights_[i] = player->weight(i); }
    writer_->write(record.tick, beta_, player->report(), player->average_reward(), weights_.data());
  }

 private:
  void write_header(const Snapshot& snapshot) {
    has_header_ = true;
    const std::size_t dimension = snapshot.weights.size();
    if (is_agent_) {
      out_.print("t,beta,eff_theta,eff_omega,znorm2,delta,proj,omega,action,random\n");
    } else {
      weights_.resize(snapshot.is_sparse || dimension > most_features ? 0 : dimension);
      writer_.emplace(out_, weights_.size());
    }
  }

  void write_agent(const Record<T>& record, const Player<T>& player) {
    if (record.has_learned) {
      const ballast::Report<T>& report = player.report();
      out_.print("{},{},{},{},{},{},{},", record.tick, beta_, report.weights_step_size, report.average_reward_step_size,
                 report.trace_norm2, report.td_error, number_of(report.projected));
    } else {
      out_.print("{},,,,,,,", record.tick);
    }
    out_.print("{},{},{}\n", player.average_reward(), record.action, record.is_exploring ? 1 : 0);
  }

  OutputFile& out_;
  bool is_agent_;
  bool has_header_ = false;
  std::optional<TraceWriter<T>> writer_;
  std::vector<T> weights_;
  T beta_{};
};

}  // namespace tool
