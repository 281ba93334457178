// Writes binary logs for log_binary.sh to the current folder, and beside each the snapshot at its end.

#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>

#include <fstream>
#include <string>

#include "recorded_runs.hpp"

using namespace ballast;
using recorded::Bytes;
using recorded::Log;

namespace {

void write_file(const std::string& name, const Bytes& bytes) {
  std::ofstream(name, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

template <class Subject, class Features>
void write_files(const std::string& name, const Subject& subject, Log<Features>& log) {
  log.finish();
  write_file(name + ".log", log.bytes);
  write_file(name + ".snapshot", Log<Features>::snapshot_of(subject, recorded::fingerprint));
}

template <class Subject, class Features>
bool record_learner(const std::string& name, int ticks) {
  Subject learner;
  if (learner.start(typename Subject::Config()) != Status::ok) { return false; }
  Log<Features> log(0);
  log.start(learner, recorded::fingerprint);
  run_learner(learner, log, ticks, 1);
  write_files(name, learner, log);
  return true;
}

template <class Subject, class Features>
bool record_agent(const std::string& name, int ticks) {
  Subject agent;
  if (agent.start(typename Subject::Config(), 42) != Status::ok) { return false; }
  Log<Features> log(Subject::actions);
  log.start(agent, recorded::fingerprint);
  run_agent(agent, log, ticks, 1);
  write_files(name, agent, log);
  return true;
}

/// Nothing is lost but what is told: two parts with a gap between them.
bool record_gap() {
  using Table = Sarsa<float, OneHot<float, 22>, 2>;
  Table agent;
  if (agent.start(Table::Config(), 42) != Status::ok) { return false; }
  Log<OneHot<float, 22>> log(2);
  log.start(agent, recorded::fingerprint);
  run_agent(agent, log, 100, 1);
  log.gap(agent, 9);
  run_agent(agent, log, 50, 2);
  log.state(agent, recorded::fingerprint);
  run_agent(agent, log, 100, 3);
  write_files("gap", agent, log);
  return true;
}

}  // namespace

int main() {
  return record_learner<Learner<float, 3>, etl::array<float, 3>>("dense", 25) &&
                 record_learner<SparseLearner<double, 40>, SparseFeatures<double, 40, 4>>("sparse", 300) &&
                 record_agent<Sarsa<float, OneHot<float, 22>, 2>, OneHot<float, 22>>("table", 300) &&
                 record_agent<Sarsa<double, ActiveFeatures<double, 64, 4>, 3>, ActiveFeatures<double, 64, 4>>("tiles",
                                                                                                              300) &&
                 record_agent<Sarsa<float, etl::array<float, 4>, 3>, etl::array<float, 4>>("array", 300) && record_gap()
             ? 0
             : 1;
}
