// The table of what a learner costs on a core.
//   footprint measure CORE TOOLS DIRECTORY PLUGIN CSV EMULATOR...   the images cost_* in DIRECTORY, into CSV
//   footprint check CORE TOOLS DIRECTORY PLUGIN CSV COMMITTED EMULATOR...
//                                        and fails if a figure has grown by more than 2 %, or is above what is promised
//   footprint join OUTPUT CSV...         the rows of all cores
//   footprint table COMMITTED DOCUMENT   replaces the tables in docs/footprint.md
//   footprint excerpt COMMITTED README   replaces the excerpt in README

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <sstream>

#include "../between_marks.hpp"
#include "image.hpp"

namespace footprint {
namespace {

/// A row of the table: what it is of, and its figures by their names.
struct Row {
  std::string core;
  std::string features;  // "4", "8 of 1024", "whole constant"
  std::string scalar;
  std::map<std::string, double> figures;

  std::string name() const { return core + ", " + features + ", " + scalar; }
};

const std::vector<std::string> columns{"code",        "library_code", "ram",          "stack",
                                       "idle_min",    "idle_mean",    "idle_max",     "acting_min",
                                       "acting_mean", "acting_max",   "library_share"};

using Table = std::vector<Row>;

std::string number(double figure) {
  std::ostringstream text;
  text << std::setprecision(12) << figure;
  return text.str();
}

// --- CSV ------------------------------------------------------------------------------------------------------------

void write(const Table& table, std::ostream& out) {
  out << "core,features,scalar";
  for (const std::string& column : columns) { out << ',' << column; }
  out << '\n';
  for (const Row& row : table) {
    out << row.core << ',' << row.features << ',' << row.scalar;
    for (const std::string& column : columns) {
      out << ',';
      if (row.figures.count(column) != 0) { out << number(row.figures.at(column)); }
    }
    out << '\n';
  }
}

Table read(const std::string& path) {
  std::ifstream file(path);
  if (!file) { throw std::runtime_error("cannot read " + path); }
  Table table;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::vector<std::string> fields = split(line, ',');
    fields.resize(3 + columns.size());
    Row row{fields[0], fields[1], fields[2], {}};
    for (size_t i = 0; i < columns.size(); ++i) {
      if (!fields[3 + i].empty()) { row.figures[columns[i]] = std::stod(fields[3 + i]); }
    }
    table.push_back(row);
  }
  return table;
}

const Row* find(const Table& table, const std::string& core, const std::string& features, const std::string& scalar) {
  for (const Row& row : table) {
    if (row.core == core && row.features == features && row.scalar == scalar) { return &row; }
  }
  return nullptr;
}

// --- measuring ------------------------------------------------------------------------------------------------------

/// How a core is measured.
struct Setting {
  std::string core;
  std::string tools;
  std::string directory;
  std::string plugin;
  std::string csv;  // to be written; the counts of the plugin go beside it
  std::string emulator;

  std::string image(const std::string& name) const { return directory + "/cost_" + name; }

  /// Told by the compiler, in files beside the objects.
  std::map<std::string, uint64_t> frames(const std::string& name) const {
    std::map<std::string, uint64_t> frames;
    for (const auto& entry : std::filesystem::directory_iterator(directory + "/CMakeFiles/cost_" + name + ".dir")) {
      if (entry.path().extension() == ".ci") { frames = frames_in(entry.path()); }
    }
    if (frames.empty()) { throw std::runtime_error("no .ci file of " + name); }
    return frames;
  }
};

/// What is measured in an image: a function, by the linker's name, and where it returns to.
struct Measured {
  std::string function;
  uint64_t return_address;
  std::string ram;  // the symbol of its learner or agent
};

/// The learner that a function template `update` of measured.hpp is for: `_Z7learnerI...E` for `_Z6updateI......`.
std::string learner_of(const Image& image, const std::string& caller) {
  for (const auto& [symbol, size] : image.sizes()) {
    if (!begins_with(symbol, "_Z7learnerI")) { continue; }
    if (begins_with(caller.substr(10), symbol.substr(11, symbol.size() - 12))) { return symbol; }
  }
  throw std::runtime_error("no learner for " + caller);
}

/// What the function template calls, which must call nothing else.
Measured update_in(const Image& image) {
  for (const auto& [name, function] : image.functions()) {
    if (!begins_with(name, "_Z6updateI")) { continue; }
    if (function.calls.size() != 1) { throw std::runtime_error(name + " does not call update() alone"); }
    return {function.calls[0].callee, function.calls[0].return_address, learner_of(image, name)};
  }
  throw std::runtime_error("no update is measured");
}

bool is_ours(const std::string& function) {
  return contains(function, "7ballast");
}

struct Counts {
  double in_library = 0;
  std::vector<double> calls;
};

/// A line of the plugin: an address, then the counts.
Counts counts_in(const std::string& line) {
  std::istringstream fields(line);
  std::string address;
  Counts counts;
  fields >> address >> counts.in_library;
  for (double instructions; fields >> instructions;) { counts.calls.push_back(instructions); }
  return counts;
}

/// The driver of a flash (snapshot.cpp), which is the user's: not counted.
bool is_driver(const std::string& function) {
  return contains(function, "5Flash") && !is_ours(function);
}

/// What the plugin is to count.
std::string plugin_arguments(const Image& image, const std::vector<Measured>& measured) {
  std::ostringstream arguments;
  std::set<std::string> reachable;
  arguments << std::hex;
  for (const Measured& one : measured) {
    arguments << ",call=0x" << image.function(one.function).address << ":0x" << one.return_address;
    reachable.merge(image.reachable_from(one.function));
  }
  for (const std::string& function : reachable) {
    if (is_ours(function)) { continue; }
    arguments << (is_driver(function) ? ",ignore=0x" : ",library=0x") << image.function(function).address << ":0x"
              << image.function(function).address + image.function(function).size;
  }
  return arguments.str();
}

/// Of each function that is measured, in their order.
std::vector<Counts> count(const Setting& setting, const std::string& name, const Image& image,
                          const std::vector<Measured>& measured) {
  const std::string output = setting.csv + ".counts";
  std::filesystem::remove(output);
  (void)output_of(setting.emulator + " " + setting.image(name) + " -plugin " + setting.plugin +
                  plugin_arguments(image, measured) + " -d plugin -D " + output);
  std::ifstream file(output);
  std::vector<Counts> counts;
  for (std::string line; std::getline(file, line);) { counts.push_back(counts_in(line)); }
  for (size_t i = 0; i < measured.size(); ++i) {
    const bool is_missing = i >= counts.size() || counts[i].calls.empty();
    if (is_missing) { throw std::runtime_error("nothing was counted of " + measured[i].function); }
  }
  return counts;
}

/// The mean is that of every call, or of every other one.
void add_instructions(Row& row, const std::string& phase, const std::vector<double>& calls, size_t stride) {
  double sum = 0;
  for (size_t i = 0; i < calls.size(); i += stride) { sum += calls[i]; }
  row.figures[phase + "_min"] = *std::min_element(calls.begin(), calls.end());
  row.figures[phase + "_mean"] = std::round(sum / static_cast<double>((calls.size() + stride - 1) / stride));
  row.figures[phase + "_max"] = *std::max_element(calls.begin(), calls.end());
}

void add_library_share(Row& row, const Counts& counts) {
  const double all = std::accumulate(counts.calls.begin(), counts.calls.end(), 0.0);
  row.figures["library_share"] = std::round(1000 * counts.in_library / all) / 10;
}

void add_memory(Row& row, const Setting& setting, const std::string& name, const Image& image,
                const Measured& measured) {
  for (const std::string& function : image.reachable_from(measured.function)) {
    row.figures[is_ours(function) ? "code" : "library_code"] += static_cast<double>(image.function(function).size);
  }
  row.figures["ram"] = static_cast<double>(image.size_of(measured.ram));
  row.figures["stack"] = static_cast<double>(image.stack_of(measured.function, setting.frames(name)));
}

/// "16", or "8 of 1024", from the mangled name of the learner: ...LearnerIfLj16E...
std::string features_of(const std::string& learner) {
  const size_t begin = learner.find("Lj", learner.find("Learner")) + 2;
  const std::string dimension = learner.substr(begin, learner.find('E', begin) - begin);
  return contains(learner, "SparseLearner") ? "8 of " + dimension : dimension;
}

/// By the name of an image.
std::string scalar_of(const std::string& name) {
  for (const std::string scalar : {"float", "fixed"}) {
    if (contains(name, scalar)) { return scalar; }
  }
  return "double";
}

Row measure_image(const Setting& setting, const std::string& name, const std::string& variant) {
  const Image image(setting.image(name), setting.tools);
  const Measured measured = update_in(image);
  const Counts counts = count(setting, name, image, {measured}).at(0);
  Row row{setting.core, features_of(measured.ram) + variant, scalar_of(name), {}};
  add_memory(row, setting, name, image, measured);
  const auto half = counts.calls.begin() + static_cast<std::ptrdiff_t>(counts.calls.size() / 2);
  add_instructions(row, "idle", {counts.calls.begin(), half}, 2);  // ordinary transitions (measured.hpp)
  add_instructions(row, "acting", {half, counts.calls.end()}, 2);
  add_library_share(row, counts);
  return row;
}

// --- agents ---------------------------------------------------------------------------------------------------------

/// The functions that agent.cpp measures.
const std::vector<std::string> agent_ticks{"learning", "evaluating", "skipped", "alternating"};

/// A function that is called from one place.
Measured called_once(const Image& image, const std::string& name, const std::string& ram) {
  const std::string mangled = "_Z" + std::to_string(name.size()) + name;
  std::vector<Measured> found;
  for (const auto& [caller, function] : image.functions()) {
    for (const Call& call : function.calls) {
      if (begins_with(call.callee, mangled)) { found.push_back({call.callee, call.return_address, ram}); }
    }
  }
  if (found.size() != 1) { throw std::runtime_error(name + " is not called from one place"); }
  return found[0];
}

std::string agent_title(const std::string& dimension, const std::string& tick) {
  return "agent 8 of " + dimension + " x 4 " + tick;
}

/// A row for each kind of tick.
void measure_agent(const Setting& setting, const std::string& dimension, Table& table) {
  const std::string name = "agent_" + dimension + "_float";
  if (!std::filesystem::exists(setting.image(name))) { return; }
  const Image image(setting.image(name), setting.tools);
  std::vector<Measured> measured;
  for (const std::string& tick : agent_ticks) { measured.push_back(called_once(image, tick, "agent")); }
  const std::vector<Counts> counts = count(setting, name, image, measured);
  for (size_t i = 0; i < agent_ticks.size(); ++i) {
    Row row{setting.core, agent_title(dimension, agent_ticks[i]), "float", {}};
    add_memory(row, setting, name, image, measured[i]);
    add_instructions(row, "idle", counts[i].calls, 1);
    add_library_share(row, counts[i]);
    table.push_back(row);
  }
}

// --- snapshots ------------------------------------------------------------------------------------------------------

/// The functions that snapshot.cpp measures, and how often each goes over all bytes of a snapshot at least. Saving
/// compares it with the newest, writes it in two passes and reads it back; resuming finds, checks and stores it.
/// (Besides, saving may look whether a slot is erased, and resuming may find an older one first.)
const std::vector<std::pair<std::string, double>> snapshot_passes{{"saving", 4}, {"unchanged", 1}, {"resuming", 3}};
constexpr double snapshot_bytes = SNAPSHOT_BYTES;

std::string snapshot_title(const std::string& what) {
  return "snapshot of 64 " + what;
}

/// Code and tables of all of it; and stack and instructions of each, without what the flash takes.
void measure_snapshot(const Setting& setting, Table& table) {
  const std::string name = "snapshot_64_float";
  const Image image(setting.image(name), setting.tools);
  std::vector<Measured> measured;
  std::set<std::string> functions;
  for (const auto& [what, passes] : snapshot_passes) {
    measured.push_back(called_once(image, what, "store"));
    functions.merge(image.reachable_from(measured.back().function));
  }
  std::map<std::string, uint64_t> frames = setting.frames(name);
  std::map<std::string, double> code;
  for (const std::string& function : functions) {
    if (is_driver(function)) {
      frames[function] = 0;
    } else {
      code["code"] += static_cast<double>(image.function(function).size);
    }
  }
  for (const auto& [symbol, bytes] : image.sizes()) {
    const bool is_table = image.functions().count(symbol) == 0 && (is_ours(symbol) || contains(symbol, "9crc_table"));
    if (is_table) { code["code"] += static_cast<double>(bytes); }
  }
  const std::vector<Counts> counts = count(setting, name, image, measured);
  for (size_t i = 0; i < measured.size(); ++i) {
    Row row{setting.core, snapshot_title(snapshot_passes[i].first), "float", code};
    row.figures["ram"] = static_cast<double>(image.size_of("store"));
    frames[measured[i].function] = 0;  // which only calls what is measured
    row.figures["stack"] = static_cast<double>(image.stack_of(measured[i].function, frames));
    std::vector<double> calls = counts[i].calls;
    calls.erase(calls.begin());  // the first is written to an empty flash
    add_instructions(row, "idle", calls, 1);
    table.push_back(row);
  }
}

// --- health and recorder ---------------------------------------------------------------------------------------------

/// A function that an image measures, the object that it works on, and its row.
struct Companion {
  std::string function;
  std::string ram;
  std::string title;
};
const std::vector<Companion> watchings{{"watching", "health", "health of a learner"},
                                       {"watching_agent", "agent_health", "health of an agent x 4"}};
const std::vector<Companion> recordings{{"recording_table", "table_recorder", "recorder of a table"},
                                        {"recording_tiles", "tiles_recorder", "recorder of 8 active"},
                                        {"recording_array", "array_recorder", "recorder of a learner of 16"},
                                        {"draining", "tiles_recorder", "recorder draining"}};

void measure_companions(const Setting& setting, const std::string& name, const std::vector<Companion>& companions,
                        Table& table) {
  const Image image(setting.image(name), setting.tools);
  std::vector<Measured> measured;
  for (const Companion& one : companions) { measured.push_back(called_once(image, one.function, one.ram)); }
  const std::vector<Counts> counts = count(setting, name, image, measured);
  for (size_t i = 0; i < companions.size(); ++i) {
    Row row{setting.core, companions[i].title, "float", {}};
    add_memory(row, setting, name, image, measured[i]);
    add_instructions(row, "idle", counts[i].calls, 1);
    add_library_share(row, counts[i]);
    table.push_back(row);
  }
}

// --- whole programs -------------------------------------------------------------------------------------------------

/// Bytes of flash and RAM of an image, as `size` tells them.
std::vector<double> sections_of(const Setting& setting, const std::string& name) {
  std::istringstream output(output_of(setting.tools + "size " + setting.image(name)));
  std::string header;
  std::getline(output, header);
  std::vector<double> sections(3);
  for (double& bytes : sections) { output >> bytes; }
  return sections;
}

/// The functions that the program without a learner has in its place.
double bytes_of_stubs(const Setting& setting) {
  const Image image(setting.image("whole_none"), setting.tools);
  double bytes = 0;
  for (const auto& [name, function] : image.functions()) {
    if (contains(name, "7Learner")) { bytes += static_cast<double>(function.size); }
  }
  if (bytes == 0) { throw std::runtime_error("whole_none has no stubs"); }
  return bytes;
}

/// What a program grows by that has a learner of 16 features.
void measure_whole(const Setting& setting, const std::string& schedule, Table& table) {
  const std::vector<double> without = sections_of(setting, "whole_none");
  const std::vector<double> with = sections_of(setting, "whole_" + schedule);
  if (with[1] != 0) { throw std::runtime_error("a learner has initialised data"); }
  Row row{setting.core, "whole " + schedule, "float", {}};
  row.figures["code"] = with[0] - without[0] + bytes_of_stubs(setting);
  table.push_back(row);
}

/// What the image of a learner that is not the usual one is called, and its row.
const std::vector<std::pair<std::string, std::string>> variants{
    {"", ""},
    {"_O2", " -O2"},
    {"_separate_O2", " separate balls -O2"},
    {"_standard", " standard rule"},
    {"_differential", " differential rule"},
    {"_implicit_differential", " implicit differential rule"},
    {"_separate", " separate balls"},
    {"_ones", " without ones"},
    {"_decaying", " decaying step-size"},
    {"_two", " two time-scales"},
};

/// All images there are: some cores have more than others.
Table measure(const Setting& setting) {
  Table table;
  for (const std::string scalar : {"_float", "_fixed", "_double"}) {
    for (const std::string name : {"dense_4", "dense_16", "dense_64", "dense_256", "dense_1024", "sparse_256",
                                   "sparse_1024", "sparse_4096", "sparse_16384"}) {
      for (const auto& [variant, title] : variants) {
        const std::string image = name + scalar + variant;
        if (std::filesystem::exists(setting.image(image))) { table.push_back(measure_image(setting, image, title)); }
      }
    }
  }
  for (const std::string dimension : {"240", "1024", "4096"}) { measure_agent(setting, dimension, table); }
  measure_snapshot(setting, table);
  measure_companions(setting, "health", watchings, table);
  measure_companions(setting, "recorder", recordings, table);
  measure_whole(setting, "constant", table);
  measure_whole(setting, "chosen", table);
  measure_whole(setting, "polynomial", table);
  return table;
}

// --- what may not be exceeded ---------------------------------------------------------------------------------------

class Check {
 public:
  void at_most(const std::string& what, double figure, double limit) {
    std::cout << what << ": " << figure << " (at most " << limit << ")\n";
    if (figure > limit) { failures_.push_back(what); }
  }
  void end() const {
    std::string all;
    for (const std::string& failure : failures_) { all += "\n  " + failure; }
    if (!failures_.empty()) { throw std::runtime_error("costs more than is committed or promised:" + all); }
  }

 private:
  std::vector<std::string> failures_;
};

/// No figure has grown by more than 2 %, and none is gone.
void check_growth(const Table& table, const Table& committed, Check& check) {
  for (const Row& row : committed) {
    const bool is_gone = row.core == table.at(0).core && find(table, row.core, row.features, row.scalar) == nullptr;
    if (is_gone) { throw std::runtime_error("committed, but not measured: " + row.name()); }
  }
  for (const Row& row : table) {
    const Row* const before = find(committed, row.core, row.features, row.scalar);
    if (before == nullptr) { throw std::runtime_error("not in the committed table: " + row.name()); }
    for (const auto& [column, figure] : row.figures) {
      if (column == "library_share") { continue; }
      const auto known = before->figures.find(column);
      if (known == before->figures.end()) { throw std::runtime_error("no committed " + column + ": " + row.name()); }
      if (figure > known->second) { check.at_most(row.name() + ", " + column, figure, 1.02 * known->second); }
    }
  }
}

double figure(const Table& table, const std::string& core, const std::string& features, const std::string& column,
              const std::string& scalar = "float") {
  const Row* const row = find(table, core, features, scalar);
  if (row == nullptr) { throw std::runtime_error(core + " has no row " + features); }
  return row->figures.at(column);
}

/// Instructions that a further feature adds, where there are many.
double slope(const Table& table, const std::string& core, const std::string& options, const std::string& column) {
  return (figure(table, core, "256" + options, column) - figure(table, core, "64" + options, column)) / (256 - 64);
}

void check_cortex_m4f(const Table& table, Check& check) {
  const std::string core = "cortex-m4f";
  check.at_most("instructions, 16 features, idle", figure(table, core, "16", "idle_max"), 320);
  check.at_most("instructions, 16 features, acting", figure(table, core, "16", "acting_max"), 400);
  check.at_most("code of update, 16 features", figure(table, core, "16", "code"), 650);
  check.at_most("instructions per feature, idle", slope(table, core, "", "idle_max"), 18);
  check.at_most("instructions per feature, acting", slope(table, core, "", "acting_max"), 22);
  check.at_most("instructions per feature, idle, -O2", slope(table, core, " -O2", "idle_max"), 24);
  check.at_most("whole learner, constant step-size", figure(table, core, "whole constant", "code"), 800);
  check.at_most("whole learner, decaying step-size", figure(table, core, "whole polynomial", "code"), 1300);

  const double sparse_1024 = figure(table, core, "8 of 1024", "idle_mean");
  check.at_most("8 active of 1024, times 10", 10 * sparse_1024, figure(table, core, "1024", "idle_mean"));
  // A little more, where a slot has two bytes instead of one and offsets are long: nothing that goes on growing.
  const double sparse_4096 = figure(table, core, "8 of 4096", "idle_mean");
  check.at_most("8 active of 4096", sparse_4096, 1.1 * figure(table, core, "8 of 256", "idle_mean"));
  check.at_most("8 active of 16384", figure(table, core, "8 of 16384", "idle_mean"), 1.02 * sparse_4096);
}

/// What fixed point is for: cores without FPU. (At -O2; the other rows have -Os.)
void check_fixed(const Table& table, const std::string& core, double most, Check& check) {
  const std::string separate = "16 separate balls -O2";
  const double fixed = figure(table, core, separate, "idle_max", "fixed");
  check.at_most("fixed point, 16 features", fixed, most);
  check.at_most("fixed point, 16 features, joint ball", figure(table, core, "16 -O2", "idle_max", "fixed"),
                1.15 * most);
  check.at_most("fixed point, 16 features, times 11", 11 * fixed, figure(table, core, separate, "idle_mean"));
  const auto code = [&](const std::string& scalar) {
    return figure(table, core, separate, "code", scalar) + figure(table, core, separate, "library_code", scalar);
  };
  check.at_most("fixed point, code with library", code("fixed"), 0.6 * code("float"));
}

/// An eighth of what an update of 8 active of 1024 features took in float when fixed point was begun, 23,645.
void check_fixed_sparse(const Table& table, Check& check) {
  check.at_most("fixed point, 8 of 1024", figure(table, "cortex-m0", "8 of 1024 -O2", "idle_max", "fixed"), 23645 / 8);
}

void check_snapshot(const Table& table, Check& check) {
  for (const auto& [what, passes] : snapshot_passes) {
    const std::string title = snapshot_title(what);
    const auto of = [&table, &title](const std::string& column) { return figure(table, "cortex-m4f", title, column); };
    check.at_most(title + ", code with tables, all three", of("code"), 2048);
    check.at_most(title + ", RAM of the store", of("ram"), 32);
    check.at_most(title + ", stack", of("stack"), 200);
    check.at_most(title + ", instructions a byte for each pass", of("idle_min") / (passes * snapshot_bytes), 20);
  }
}

void check_health(const Table& table, Check& check) {
  const double bytes[] = {64, 64 + 2 * 4};
  for (size_t i = 0; i < watchings.size(); ++i) {
    const std::string title = watchings[i].title;
    check.at_most(title + ", instructions", figure(table, "cortex-m4f", title, "idle_max"), 60);
    check.at_most(title + ", RAM", figure(table, "cortex-m4f", title, "ram"), bytes[i]);
  }
}

/// 100 instructions a tick, and 8 for each feature that is recorded. (A learner's state is recorded twice where it is
/// not the one that the last update entered.)
void check_recorder(const Table& table, Check& check) {
  const double features[] = {1, 8, 16};
  const double most_features[] = {1, 8, 32};
  for (size_t i = 0; i < 3; ++i) {
    const std::string title = recordings[i].title;
    const auto of = [&](const std::string& column) { return figure(table, "cortex-m4f", title, column); };
    check.at_most(title + ", mean of instructions", of("idle_mean"), 100 + 8 * features[i]);
    check.at_most(title + ", most instructions", of("idle_max"), 100 + 8 * most_features[i]);
  }
}

/// No tick of an agent costs more than one that learns, and none depends on the number of features.
void check_agent(const Table& table, Check& check) {
  const auto instructions = [&table](const std::string& dimension, const std::string& tick, const std::string& which) {
    return figure(table, "cortex-m4f", agent_title(dimension, tick), "idle_" + which);
  };
  for (const std::string& tick : agent_ticks) {
    for (const std::string dimension : {"240", "1024", "4096"}) {
      for (const std::string which : {"mean", "max"}) {
        check.at_most(agent_title(dimension, tick) + ", " + which + " of instructions",
                      instructions(dimension, tick, which), instructions(dimension, "learning", which));
      }
    }
    check.at_most("agent, 4096 features instead of 240, " + tick, instructions("4096", tick, "mean"),
                  1.1 * instructions("240", tick, "mean"));
  }
}

/// With hardware for a scalar, data does not matter: there is one number if the projection is idle, one if it acts.
void check_constant(const Table& table, const std::string& core, const std::string& scalar, Check& check) {
  for (const std::string features : {"4", "16", "64", "256"}) {
    for (const std::string phase : {"idle", "acting"}) {
      check.at_most(core + ", " + features + " features, " + scalar + ", " + phase + ", most instructions",
                    figure(table, core, features, phase + "_max", scalar),
                    figure(table, core, features, phase + "_min", scalar));
    }
  }
}

/// Without, nearly everything is the arithmetic itself: at most 10 % on top.
void check_library_share(const Table& table, const std::string& core, Check& check) {
  for (const std::string features : {"16", "64", "256"}) {
    check.at_most(core + ", " + features + " features, instructions per instruction of libgcc",
                  100 / figure(table, core, features, "library_share"), 1.1);
  }
}

void compare(const Table& table, const Table& committed) {
  Check check;
  check_growth(table, committed, check);
  const std::string core = table.at(0).core;
  if (core == "cortex-m4f") {
    check_cortex_m4f(table, check);
    check_agent(table, check);
    check_snapshot(table, check);
    check_health(table, check);
    check_recorder(table, check);
  }
  if (core == "cortex-m0" || core == "rv32imac") { check_library_share(table, core, check); }
  if (core == "cortex-m0") {
    check_fixed(table, core, 1450, check);
    check_fixed_sparse(table, check);
  }
  if (core == "cortex-m3") { check_fixed(table, core, 750, check); }
  if (core == "rv32imac") { check_fixed(table, core, 1050, check); }
  if (core.back() == 'f' || core == "rv32imafc") { check_constant(table, core, "float", check); }
  if (core == "cortex-m7f") { check_constant(table, core, "double", check); }
  check.end();
}

// --- for people -----------------------------------------------------------------------------------------------------

struct Core {
  std::string name;
  std::string title;
  std::string unit = "instructions";
};
const std::vector<Core> cores{
    {"cortex-m0", "Cortex-M0, no FPU"},
    {"cortex-m3", "Cortex-M3, no FPU"},
    {"cortex-m4f", "Cortex-M4F, FPU for float"},
    {"cortex-m7f", "Cortex-M7F, FPU for float and double"},
    {"cortex-m33f", "Cortex-M33F, FPU for float"},
    {"rv32imac", "RV32IMAC, no FPU"},
    {"rv32imafc", "RV32IMAFC, FPU for float"},
    {"atmega328p", "ATmega328P, compiled by clang", "cycles"},  // measured by tests/avr/cycles.cmake
};

/// 12345 as 12,345; nothing for what there is not.
std::string grouped(const Row& row, const std::string& column) {
  if (row.figures.count(column) == 0) { return ""; }
  std::string digits = number(row.figures.at(column));
  for (size_t i = digits.size(); i > 3; i -= 3) { digits.insert(i - 3, ","); }
  return digits;
}

/// One number if it is always the same, else the mean and the range.
std::string instructions(const Row& row, const std::string& phase) {
  if (row.figures.count(phase + "_mean") == 0) { return ""; }
  const std::string most = grouped(row, phase + "_max");
  if (row.figures.at(phase + "_min") == row.figures.at(phase + "_max")) { return most; }
  return grouped(row, phase + "_mean") + " (" + grouped(row, phase + "_min") + " to " + most + ")";
}

void write_row(const Row& row, std::ostream& out) {
  out << "| " << row.features << " | " << row.scalar;
  for (const std::string column : {"code", "library_code", "ram", "stack"}) { out << " | " << grouped(row, column); }
  out << " | " << instructions(row, "idle") << " | " << instructions(row, "acting") << " |\n";
}

std::string tables_of(const Table& table) {
  std::ostringstream out;
  for (const Core& core : cores) {
    out << "\n## " << core.title << "\n\n| features | scalar | code | library | RAM | stack | " << core.unit
        << " idle | acting |\n"
           "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    for (const Row& row : table) {
      if (row.core == core.name) { write_row(row, out); }
    }
  }
  return out.str();
}

/// A core and a scalar in one line; nothing if it was not measured.
void write_excerpt(const Table& table, const Core& core, const std::string& scalar, std::ostream& out) {
  const Row* const row = find(table, core.name, "16", scalar);
  const Row* const large = find(table, core.name, "256", scalar);
  const Row* const sparse = find(table, core.name, "8 of 1024", scalar);
  if (row == nullptr || large == nullptr || sparse == nullptr) { return; }
  out << "| " << core.title.substr(0, core.title.find(',')) << (scalar == "fixed" ? ", fixed point" : "") << " | "
      << grouped(*row, "code") << " | " << grouped(*row, "ram") << " | " << grouped(*row, "stack") << " | "
      << grouped(*row, "idle_mean") << " / " << grouped(*row, "acting_mean") << " | " << grouped(*large, "idle_mean")
      << " | " << grouped(*sparse, "idle_mean") << " |\n";
}

std::string excerpt_of(const Table& table) {
  std::ostringstream out;
  out << "| float | code | RAM | stack | instructions, d = 16: idle / acting | d = 256 | 8 active of 1024 |\n"
         "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  for (const Core& core : cores) {
    write_excerpt(table, core, "float", out);
    if (core.title.find("no FPU") != std::string::npos) { write_excerpt(table, core, "fixed", out); }
  }
  return out.str();
}

constexpr const char* mark = "<!-- footprint -->\n";

void join(const std::vector<std::string>& arguments) {
  Table table;
  for (size_t i = 2; i < arguments.size(); ++i) {
    const Table rows = read(arguments[i]);
    table.insert(table.end(), rows.begin(), rows.end());
  }
  std::ofstream file(arguments[1]);
  write(table, file);
}

void measure_and_write(const Setting& setting) {
  const Table table = measure(setting);
  std::ofstream file(setting.csv);
  write(table, file);
}

void run(const std::vector<std::string>& arguments) {
  const std::string command = arguments.empty() ? "" : arguments[0];
  const size_t count = arguments.size();
  const auto emulator = [&](size_t first) {
    return std::accumulate(arguments.begin() + static_cast<std::ptrdiff_t>(first), arguments.end(), std::string(),
                           [](const std::string& all, const std::string& word) { return all + word + " "; });
  };
  if (command == "measure" && count > 6) {
    measure_and_write({arguments[1], arguments[2], arguments[3], arguments[4], arguments[5], emulator(6)});
  } else if (command == "check" && count > 7) {
    measure_and_write({arguments[1], arguments[2], arguments[3], arguments[4], arguments[5], emulator(7)});
    compare(read(arguments[5]), read(arguments[6]));
  } else if (command == "join" && count > 2) {
    join(arguments);
  } else if (command == "table" && count == 3) {
    write_between_marks(arguments[2], mark, tables_of(read(arguments[1])));
  } else if (command == "excerpt" && count == 3) {
    write_between_marks(arguments[2], mark, excerpt_of(read(arguments[1])));
  } else {
    throw std::runtime_error("how to call it stands at the top of footprint.cpp");
  }
}

}  // namespace
}  // namespace footprint

int main(int argc, char** argv) {
  try {
    footprint::run({argv + 1, argv + argc});
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "footprint: " << error.what() << '\n';
    return 1;
  }
}
