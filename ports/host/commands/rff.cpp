#include "commands/rff.hpp"

#include <ballast/features/random_fourier.hpp>
#include <ballast/version.hpp>

#include <charconv>
#include <memory>
#include <string>
#include <vector>

#include "experiments/files/error.hpp"
#include "experiments/files/output_file.hpp"
#include "experiments/text/plural.hpp"
#include "io/cpp_text.hpp"

namespace tool {

using ballast::experiments::InputError;
using ballast::experiments::OutputFile;
using ballast::experiments::plural;

namespace {

struct Options {
  uint64_t inputs = 0;
  uint64_t components = 0;
  std::string gammas;
  uint64_t seed = 1;
  std::string name = "fourier_table";
  std::string scalar = "float";
  std::string out;
};

// --- what is asked for ----------------------------------------------------------------------------------------------

/// The limit for a table; more is a typing error, and would not fit in flash.
constexpr uint64_t most_numbers = uint64_t{1} << 24;

void check_sizes(uint64_t inputs, uint64_t components, uint64_t bandwidths) {
  if (inputs == 0) { throw InputError("--inputs: there must be at least one"); }
  if (components == 0) { throw InputError("--components: there must be at least one"); }
  if (inputs >= most_numbers || components > most_numbers / (inputs + 1)) {
    throw InputError(fmt::format("--components: {} for {} {} are more than {} numbers", components, inputs,
                                 plural(inputs, "input"), most_numbers));
  }
  if (components % bandwidths != 0) {
    throw InputError(fmt::format("--components: {} do not divide evenly among {} bandwidths", components, bandwidths));
  }
}

template <class T>
T parse_gamma(const std::string& text) {
  T gamma{};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, gamma);
  if (error != std::errc{} || stopped != end || !ballast::is_gamma(gamma)) {
    throw InputError(fmt::format("--gamma: '{}' is not a number above 0", text));
  }
  return gamma;
}

/// G[,G2..]
template <class T>
std::vector<T> parse_gammas(const std::string& text) {
  std::vector<T> gammas;
  std::size_t begin = 0;
  std::size_t comma = 0;
  do {
    comma = text.find(',', begin);
    gammas.push_back(parse_gamma<T>(text.substr(begin, comma - begin)));
    begin = comma + 1;
  } while (comma != std::string::npos);
  return gammas;
}

// --- what is written ------------------------------------------------------------------------------------------------

void write_beginning(const Options& options, OutputFile& out) {
  out.print("#pragma once\n");
  out.print("// Random Fourier features; written by ballast {}:\n", BALLAST_VERSION);
  out.print("//   ballast rff --inputs {} --components {} --gamma {} --seed {} --scalar {} --name {}\n", options.inputs,
            options.components, options.gammas, options.seed, options.scalar, options.name);
  out.print("\n#include <ballast/features/random_fourier.hpp>\n\n// clang-format off\n");
  out.print("inline constexpr ballast::RandomFourierTable<{}, {}, {}> {} = {{\n    {{\n", options.scalar,
            options.inputs, options.components, options.name);
}

template <class T>
void write_table(const Options& options) {
  const std::vector<T> gammas = parse_gammas<T>(options.gammas);
  check_sizes(options.inputs, options.components, gammas.size());
  const std::size_t share = options.components / gammas.size();

  OutputFile out(options.out);
  write_beginning(options, out);
  ballast::Random random(options.seed);
  std::vector<T> weights(options.inputs);
  std::vector<T> phases(options.components);
  for (std::size_t j = 0; j < options.components; ++j) {
    ballast::detail::draw_component(gammas[j / share], weights.data(), weights.size(), phases[j], random);
    out.print("{},\n", row(weights, "        "));
  }
  out.print("    }},\n{},\n    {},\n}};\n", row(phases, "    "), literal(ballast::detail::fourier_scale<T>(share)));
  out.finish();
}

void run(const Options& options) {
  check_name(options.name);
  if (options.scalar == "float") { return write_table<float>(options); }
  return write_table<double>(options);
}

}  // namespace

void add_rff(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  Command command = line.add("rff", "Write a table of random Fourier features as a C++ header");
  command.add("--inputs", options->inputs, "How many numbers are in an observation").required();
  command.add("--components", options->components, "How many features, over all bandwidths").required();
  command.add("--gamma", options->gammas, "G[,G2..]: bandwidths, which share the components equally").required();
  command.add("--seed", options->seed, "A device draws the same table from this seed");
  command.add("--scalar", options->scalar, "float or double").among({"float", "double"});
  command.add("--name", options->name, "Name of the constant");
  command.add("--out", options->out, "File to write (standard output if not given)");
  command.footer(
      "Example, two blocks of 150 components:\n"
      "  ballast rff --inputs 3 --components 300 --gamma 0.5,1 --seed 7 --name pendulum_table --out "
      "pendulum_table.hpp");
  command.callback([options] { run(*options); });
}

}  // namespace tool
