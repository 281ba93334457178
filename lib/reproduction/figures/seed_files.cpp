#include "reproduction/figures/seed_files.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "experiments/files/output_file.hpp"
#include "reproduction/claims/stability.hpp"

namespace ballast::reproduction {
namespace {

std::string seeds_csv(const Results& results) {
  std::string csv = "claim,seed,verdict\n";
  std::uint64_t seed = results.info.seed;
  for (const std::vector<Claim>& claims : results.claims_by_seed) {
    for (const Claim& claim : claims) { csv += fmt::format("{},{},{}\n", claim.id, seed, name_of(claim.verdict)); }
    ++seed;
  }
  return csv;
}

void write(const std::string& text, const std::string& folder, const char* name) {
  OutputFile out((std::filesystem::path(folder) / name).string());
  out.print("{}", text);
  out.finish();
}

}  // namespace

void write_seed_files(const Results& results, const std::string& folder) {
  write(seeds_csv(results), folder, seed_files[0]);
  write(reference_csv(results.claims), folder, seed_files[1]);
  write(markdown_table(results.claims), folder, seed_files[2]);
}

}  // namespace ballast::reproduction
