// Writes binary logs for log_binary.sh to the current folder, and beside each the snapshot at its end.

#include <ballast/field/recorder.hpp>
#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>

#include <fstream>
#include <string>

#include <etl/array.h>

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

/// What happens once to a learner, in the middle.
enum class Event { none, refusal, reset, jump, state, start, gap };

bool record_event(const std::string& name, Event event) {
  using Phi = etl::array<float, 3>;
  using Three = Learner<float, 3>;
  Three learner;
  if (learner.start(Three::Config().lambda(0.8F)) != Status::ok) { return false; }
  Log<Phi> log(0);
  log.start(learner, recorded::fingerprint);
  Noise noise(3);
  Phi here{};
  Phi there{};
  recorded::draw(here, noise);
  for (int t = 0; t < 60; ++t) {
    const bool is_now = t == 30;
    recorded::draw(there, noise);
    if (is_now && (event == Event::jump || event == Event::gap)) { recorded::draw(here, noise); }
    if (is_now && event == Event::reset) {
      learner.reset_trace();
      log.reset(learner);
    }
    if (is_now && event == Event::gap) { log.gap(learner, 0); }
    if (is_now && event == Event::state) {
      if (learner.reconfigure(Three::Config().lambda(0.1F)) != Status::ok) { return false; }
      log.state(learner, recorded::fingerprint);
    }
    if (is_now && event == Event::start) {
      if (learner.start(Three::Config().lambda(0.1F)) != Status::ok) { return false; }
      log.start(learner, recorded::fingerprint);
    }
    const bool is_refused = is_now && event == Event::refusal;
    const float reward = is_refused ? std::numeric_limits<float>::quiet_NaN() : noise.number<float>();
    const Status status = learner.update(here, reward, there).status;
    log.update(learner, here, reward, there, status);
    here = there;
  }
  write_files(name, learner, log);
  return true;
}

bool record_events() {
  return record_event("plain", Event::none) && record_event("refusal", Event::refusal) &&
         record_event("reset", Event::reset) && record_event("jump", Event::jump) &&
         record_event("state", Event::state) && record_event("start", Event::start) &&
         record_event("small_gap", Event::gap);
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

/// Two logs in one file. The second begins with a state and with tick 0, and was configured otherwise.
bool record_joined() {
  using Agent = Sarsa<float, etl::array<float, 4>, 2>;
  Agent agent;
  if (agent.start(Agent::Config(), 42) != Status::ok) { return false; }
  Log<etl::array<float, 4>> first(2);
  first.start(agent, recorded::fingerprint);
  run_agent(agent, first, 100, 1);
  first.finish();
  if (agent.reconfigure(Agent::Config().epsilon(0.3F).lambda(0.7F)) != Status::ok) { return false; }
  Log<etl::array<float, 4>> second(2);
  second.state(agent, recorded::fingerprint);
  run_agent(agent, second, 100, 2);
  second.finish();
  second.bytes.insert(second.bytes.begin(), first.bytes.begin(), first.bytes.end());
  write_files("joined", agent, second);
  return true;
}

/// Nothing was recorded after its last state.
bool record_state_at_end() {
  Learner<float, 3> learner;
  if (learner.start(Learner<float, 3>::Config()) != Status::ok) { return false; }
  Log<etl::array<float, 3>> log(0);
  log.start(learner, recorded::fingerprint);
  run_learner(learner, log, 25, 1);
  log.state(learner, recorded::fingerprint);
  write_files("state_at_end", learner, log);
  return true;
}

float float_from(uint32_t bits) {
  float x = 0;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

/// NaNs of all kinds, as rewards, features and readings.
bool record_nans() {
  using Agent = Sarsa<float, etl::array<float, 2>, 2>;
  Agent agent;
  if (agent.start(Agent::Config(), 42) != Status::ok) { return false; }
  Log<etl::array<float, 2>> log(2);
  log.start(agent, recorded::fingerprint);
  for (const uint32_t bits : {0x3F000000U, 0x7FC00000U, 0xFFC00000U, 0x7FC12345U, 0x7F800001U, 0xFF812345U}) {
    const float x = float_from(bits);
    log.tick(agent, x, {0.5F, 1.0F}, agent.tick(x, {0.5F, 1.0F}), 3);
    log.tick(agent, 1.0F, {0.5F, x}, agent.tick(1.0F, {0.5F, x}), 3);
    log.readings(agent, {1.0F, x});
  }
  write_files("nans", agent, log);
  return true;
}

/// Active features whose value is another one while there is none of them.
bool record_empty_active() {
  using Phi = ActiveFeatures<double, 64, 4>;
  using Agent = Sarsa<double, Phi, 2>;
  Agent agent;
  if (agent.start(Agent::Config(), 42) != Status::ok) { return false; }
  Log<Phi> log(2, 100);
  log.start(agent, recorded::fingerprint);
  for (uint32_t t = 0; t < 40; ++t) {
    Phi features(t % 3 == 0 ? 1.0 : t % 3 == 1 ? 0.5 : 0.25);
    if (t % 4 == 0) { (void)features.add(t); }
    log.tick(agent, 0.5, features, agent.tick(0.5, features), 3);
  }
  write_files("empty_active", agent, log);
  return true;
}

/// Features of a type of one's own, which a tool can replay from a start only.
struct OwnFeatures {
  using Feature = float;
  static constexpr size_t dimension = 3;
  static constexpr size_t capacity = 3;
  static constexpr uint32_t snapshot_bytes = 12;
  float values[3]{};

  size_t runs() const { return 1; }
  Run<float> run(size_t /*k*/) const { return {0, values, 3}; }
  template <class Archive>
  void exchange(Archive& archive) {
    archive.numbers(values, 3);
  }
};

bool record_own() {
  using Agent = Sarsa<float, OwnFeatures, 2>;
  static uint8_t ring[16 * Recorder<Agent>::block_bytes];
  Agent agent;
  Recorder<Agent> recorder(ring);
  if (recorder.start(agent, Agent::Config(), 42, recorded::fingerprint) != Status::ok) { return false; }
  for (int t = 0; t < 20; ++t) {
    OwnFeatures features;
    features.values[t % 3] = 1;
    if (recorder.tick(agent, 0.5F, features).status != Status::ok) { return false; }
  }
  recorder.flush();
  recorded::Sink sink;
  if (recorder.drain(sink) != Status::ok) { return false; }
  write_file("own.log", sink.bytes);
  return true;
}

/// A header that says that there are more features than any learner has.
void write_forged() {
  Log<OneHot<float, 0xF0000000U>> log(2);
  Bytes contents;
  recorded::put(contents, 0.0F);
  for (uint32_t i = 0; i < 3; ++i) {
    recorded::put(contents, uint16_t{1});
    recorded::put(contents, i);
  }
  log.put_block(4, 0, contents);
  write_file("forged.log", log.bytes);
}

/// After the gap there is a checkpoint, and no state.
bool record_checkpoint_after_gap() {
  using Phi = etl::array<float, 3>;
  Learner<float, 3> learner;
  if (learner.start(Learner<float, 3>::Config()) != Status::ok) { return false; }
  Log<Phi> log(0);
  log.start(learner, recorded::fingerprint);
  run_learner(learner, log, 20, 1);
  log.gap(learner, 5);
  run_learner(learner, log, 60, 2);
  write_files("checkpoint_after_gap", learner, log);
  return true;
}

}  // namespace

int main() {
  write_forged();
  return record_learner<Learner<float, 3>, etl::array<float, 3>>("dense", 25) &&
                 record_learner<SparseLearner<double, 40>, SparseFeatures<double, 40, 4>>("sparse", 300) &&
                 record_agent<Sarsa<float, OneHot<float, 22>, 2>, OneHot<float, 22>>("table", 300) &&
                 record_agent<Sarsa<double, ActiveFeatures<double, 64, 4>, 3>, ActiveFeatures<double, 64, 4>>("tiles",
                                                                                                              300) &&
                 record_agent<Sarsa<float, etl::array<float, 4>, 3>, etl::array<float, 4>>("array", 300) &&
                 record_gap() && record_events() && record_joined() && record_state_at_end() && record_own() &&
                 record_nans() && record_empty_active() && record_checkpoint_after_gap()
             ? 0
             : 1;
}
