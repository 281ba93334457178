// What updates, ticks, feature maps, snapshots and replays cost, beside other ways to do the same: docs/bench.md. Takes
// the options of Google Benchmark. The cases add themselves before main() begins.

#include <benchmark/benchmark.h>
#include <sched.h>

#include <fstream>
#include <string>

namespace {

/// A process that is moved to another processor begins with empty caches there.
void stay_on_this_processor() {
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(static_cast<unsigned>(sched_getcpu()), &here);
  (void)sched_setaffinity(0, sizeof here, &here);
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) { return line.substr(colon + 2); }
  }
  return "an unknown processor";
}

#if defined(__clang__)
constexpr const char* compiler = __VERSION__;
#else
constexpr const char* compiler = "GCC " __VERSION__;
#endif

}  // namespace

int main(int argc, char** argv) {
  stay_on_this_processor();
  benchmark::AddCustomContext("compiler", compiler);
  benchmark::AddCustomContext("processor", processor());
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) { return 2; }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
