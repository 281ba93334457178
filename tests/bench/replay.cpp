// `ballast replay`: a CSV of 20 features is read, learned from, and every update is written. Beside it the program that
// one writes for that: strtod, a loop over std::vector, printf.

#include <ballast/array.hpp>

#include <benchmark/benchmark.h>
#include <commands/replay_log.hpp>
#include <engine/dynamic_learner.hpp>
#include <io/line_reader.hpp>
#include <io/log_reader.hpp>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "dense_vector.hpp"
#include "noise.hpp"
#include "timed.hpp"

namespace bench {
namespace {

constexpr std::size_t dimension = 20;
constexpr int rows = 2000;
const std::string log_path = FOLDER "/replay.csv";
const std::string out_path = FOLDER "/replay_out.csv";

void write_log() {
  Noise noise(1);
  tool::OutputFile log(log_path);
  log.print("t,reward");
  for (std::size_t i = 0; i < dimension; ++i) { log.print(",phi_{}", i); }
  for (int t = 0; t < rows; ++t) {
    log.print("\n{},{}", t, noise.number<float>());
    for (std::size_t i = 0; i < dimension; ++i) { log.print(",{}", noise.number<float>() / 4); }
  }
  log.print("\n");
  log.finish();
}

// --- contenders ----------------------------------------------------------------------------------------------------

void replay(tool::DynamicLearner<float>& learner) {
  if (learner.start(std::vector<float>(dimension), 0.0F) != ballast::Status::ok) {
    throw std::logic_error("a configuration is refused");
  }
  tool::LogReader<float> log(log_path);
  tool::OutputFile out(out_path);
  tool::replay_log(log, learner, out, tool::OnBad::stop);
  out.finish();
}

struct Row {
  float reward;
  ballast::ArrayOf<float, dimension> phi;
};

Row row_of(const char* line) {
  char* at = nullptr;
  (void)std::strtod(line, &at);
  Row row;
  row.reward = std::strtof(at + 1, &at);
  for (float& x : row.phi) { x = std::strtof(at + 1, &at); }
  return row;
}

void plain_loop() {
  tool::LineReader lines(log_path);
  std::string_view line;
  std::FILE* const out = std::fopen(out_path.c_str(), "w");
  if (out == nullptr) { throw std::runtime_error(out_path + " cannot be written"); }
  DenseVector<float, dimension> learner;
  lines.next(line);
  lines.next(line);
  Row here = row_of(line.data());
  for (int t = 0; lines.next(line); ++t) {
    const Row there = row_of(line.data());
    (void)learner.update(here.phi, here.reward, there.phi);
    (void)std::fprintf(out, "%d", t);
    for (std::size_t i = 0; i < dimension; ++i) {
      (void)std::fprintf(out, ",%.9g", static_cast<double>(learner.weight(i)));
    }
    (void)std::fputc('\n', out);
    here = there;
  }
  (void)std::fclose(out);
}

// --- cases ---------------------------------------------------------------------------------------------------------

bool add_replay() {
  write_log();
  tool::LearnerSettings<float> settings;
  settings.rule = ballast::Implicit{};
  settings.lambda = DenseSettings<float>::lambda;
  settings.ratio = DenseSettings<float>::ratio;
  settings.schedule = ballast::ConstantSchedule<float>{DenseSettings<float>::step_size};
  settings.projection = ballast::JointBall<float>{DenseSettings<float>::radius};
  auto& learner = *tool::make_learner(settings, dimension).release();  // until the program ends
  add("replay/csv", "ballast", [&learner](benchmark::State& state) {
    for (auto _ : state) { replay(learner); }
  });
  add("replay/csv", "loop", [](benchmark::State& state) {
    for (auto _ : state) { plain_loop(); }
  });
  return true;
}

const bool is_added = add_replay();

}  // namespace
}  // namespace bench
