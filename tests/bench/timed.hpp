#pragma once
/// How everything here is timed. Google Benchmark runs the contenders of all cases in short pieces, in random order,
/// and the fastest piece of each counts: what else the machine does only ever adds time. Each piece has objects in
/// memory that was drawn for it (placed.hpp).

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "placed.hpp"

namespace bench {

inline double fastest(const std::vector<double>& times) {
  return *std::min_element(times.begin(), times.end());
}

/// `measure(state)` has the loop. "dense/float/64" is a case, "ballast_joint" a contender: what is compared has the
/// same case, and so the same data.
template <class Measure>
void add(const std::string& of_case, const std::string& contender, Measure measure) {
  benchmark::RegisterBenchmark((of_case + "/" + contender).c_str(), std::move(measure))
      ->ComputeStatistics("fastest", fastest);
}

/// The call that is timed. Never inlined: no contender keeps numbers in registers from one update to the next.
template <class Contender, class Features>
[[gnu::noinline]] auto update(Contender& contender, const Features& phi, typename Contender::Value reward,
                              const Features& next) {
  return contender.update(phi, reward, next);
}

inline bool is_good(int status) {
  return status == 0;
}
template <class Report>
bool is_good(const Report& report) {
  return report.status == decltype(report.status){};
}

/// Updates with successive features, of which there is one more than `transitions`, over and over. The reward is 0, 1
/// or 2.
template <class Contender, class Stream>
void time_updates(benchmark::State& state, Contender& contender, const Stream& stream, std::size_t transitions) {
  using Value = typename Contender::Value;
  const Value rewards[] = {Value(0), Value(1), Value(2)};
  std::size_t t = 0;
  std::size_t reward = 0;
  for (auto _ : state) {
    auto report = update(contender, stream[t], rewards[reward], stream[t + 1]);
    benchmark::DoNotOptimize(report);
    t = t + 1 == transitions ? 0 : t + 1;
    reward = reward == 2 ? 0 : reward + 1;
  }
  if (!is_good(update(contender, stream[0], rewards[0], stream[1]))) { state.SkipWithError("it refuses updates"); }
}

/// The same for a contender that begins as `begin` makes it, in new memory.
template <class Contender, class Begin, class Stream>
void add_updates(const std::string& of_case, const std::string& name, Begin begin, const Stream& stream,
                 std::size_t transitions, std::size_t offset = 0) {
  add(of_case, name, [begin, &stream, transitions, offset](benchmark::State& state) {
    const Placed<Contender> contender(offset);
    begin(*contender);
    time_updates(state, *contender, stream, transitions);
  });
}

}  // namespace bench
