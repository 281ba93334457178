#include "io/snapshot_bytes.hpp"

#include <ballast/arithmetic.hpp>
#include <ballast/detail/snapshot/access.hpp>
#include <ballast/detail/sparse/epochs.hpp>
#include <ballast/math/product.hpp>
#include <ballast/status.hpp>

#include <fmt/format.h>

#include "experiments/files/error.hpp"
#include "io/snapshot_archive.hpp"
#include "io/snapshot_companions.hpp"

namespace tool {

using ballast::experiments::InputError;

namespace {

namespace format = ballast::detail;
using ballast::detail::Section;
using Settings = LearnerSettings<double>;
static_assert(format_version == format::snapshot_version, "the library has another version: teach it to this file");

// --- what a snapshot contains ---------------------------------------------------------------------------------------

uint64_t number_bytes(const Snapshot& s) {
  return format_of(s).bytes();
}

/// Of the weights, and 16 x that of the average reward.
uint32_t schedule_code(const Settings& settings) {
  return static_cast<uint32_t>(settings.schedule.index() + 1 + 16 * settings.average_reward_schedule.index());
}

uint64_t settings_bytes(const Snapshot& s, uint64_t dimension) {
  const uint32_t code = schedule_code(s.settings);
  const auto number = static_cast<uint32_t>(number_bytes(s));
  const uint32_t rate = format_of(s).rate_bytes();
  const uint64_t schedule =
      format::schedule_bytes(code % 16, rate, number) + format::schedule_bytes(code / 16, rate, number);
  const uint64_t direction = s.settings.constant_direction.index() == 2 ? dimension : 0;
  return schedule + rate + (1 + s.settings.projection.index() + direction) * number;  // no radius, one, or two
}

/// The numbers of a schedule.
template <class Archive>
struct ExchangeSchedule {
  Archive& archive;

  void operator()(Settings::SameSchedule /*schedule*/) const {}
  void operator()(ballast::ConstantSchedule<double>& schedule) const {
    archive.number(schedule.step_size, Quantity::rate, "the step-size");
  }
  void operator()(ballast::PolynomialSchedule<double>& schedule) const {
    archive.number(schedule.beta_0, Quantity::rate, "beta_0");
    archive.number(schedule.power, Quantity::power, "the power");
    archive.integer(schedule.offset);
    archive.integer(schedule.hold);
  }
  void operator()(AdjustableSchedule<double>& schedule) const {
    ballast::PolynomialSchedule<double>& polynomial = schedule;
    (*this)(polynomial);
    archive.number(schedule.held_step_size, Quantity::decayed_rate, "the held step-size");
  }
};

template <class Archive>
void exchange_radii(Archive& archive, Settings& settings) {
  if (auto* const ball = std::get_if<ballast::JointBall<double>>(&settings.projection)) {
    archive.number(ball->radius, Quantity::value, "the radius");
  }
  if (auto* const balls = std::get_if<ballast::SeparateBalls<double>>(&settings.projection)) {
    archive.number(balls->average_reward_radius, Quantity::value, "the radius of the average reward");
    archive.number(balls->weights_radius, Quantity::value, "the radius of the weights");
  }
}

template <class Archive>
void exchange_settings(Archive& archive, Settings& settings, std::size_t dimension) {
  archive.number(settings.lambda, Quantity::lambda, "lambda");
  archive.number(settings.ratio, Quantity::rate, "the ratio");
  std::visit(ExchangeSchedule<Archive>{archive}, settings.schedule);
  std::visit(ExchangeSchedule<Archive>{archive}, settings.average_reward_schedule);
  exchange_radii(archive, settings);
  if (auto* const direction = std::get_if<std::vector<double>>(&settings.constant_direction)) {
    archive.numbers(*direction, dimension, Quantity::weight, "entry");
  }
}

template <class Archive>
void exchange_progress(Archive& archive, Snapshot& s) {
  archive.number(s.average_reward, Quantity::value, "the average reward");
  archive.number(s.average_reward_rest, Quantity::rest, "the rest of the average reward");
  archive.integer(s.updates);
  archive.integer(s.projections);
  archive.integer(s.rejections);
  if (has_time(s.settings)) { archive.integer(s.schedule_time); }
  if (s.fixed) {
    archive.integer(s.dither);
    archive.integer(s.saturations);
  }
}
uint64_t progress_bytes(const Snapshot& s) {
  return 2 * number_bytes(s) + (has_time(s.settings) ? uint64_t{4} : 3) * 4 + (s.fixed ? 8 : 0);
}

/// Without the features, whose length is not known.
uint64_t agent_bytes(const Snapshot& s) {
  return s.agent->exploration.size() * (4 + number_bytes(s)) + 8 + uint64_t{5} * 4;
}

template <class Archive>
void exchange_agent(Archive& archive, SavedAgent& agent, uint64_t feature_bytes) {
  for (SavedAgent::Step& step : agent.exploration) {
    archive.integer(step.from);
    archive.number(step.epsilon, Quantity::probability, "epsilon");
  }
  archive.long_integer(agent.generator);
  if constexpr (Archive::is_reading) {
    agent.action = archive.below(agent.actions, "the last action");
  } else {
    archive.word(agent.action);
  }
  archive.integer(agent.decisions);
  archive.integer(agent.skipped);
  archive.flag(agent.has_observed, "whether something was observed");
  archive.flag(agent.is_evaluating, "whether it only evaluates");
  archive.words(agent.features, feature_bytes);
}

// --- a SparseLearner: the numbers of detail/snapshot/access.hpp, checked and kept as words --------------------------

struct SparseShape {
  uint64_t dimension;
  uint64_t number;
  bool has_ball;
  bool has_ones;
  uint64_t slots;
  uint64_t most_alive;

  SparseShape(const Snapshot& s, uint64_t dimension_)
      : dimension(dimension_),
        number(number_bytes(s)),
        has_ball(s.settings.projection.index() != 0),
        has_ones(s.settings.constant_direction.index() == 1),
        slots(s.is_double ? ballast::sparse::slots_for<double>(dimension)
                          : ballast::sparse::slots_for<float>(dimension)),
        most_alive(s.is_double ? ballast::sparse::EpochLimits<double>::most_alive
                               : ballast::sparse::EpochLimits<float>::most_alive) {}

  uint64_t slot_bytes() const { return slots <= 256 ? 1 : slots <= 65536 ? 2 : 4; }
  uint64_t bytes() const {
    const uint64_t norm = (has_ball ? 5U : 0U) + (has_ones ? 3U : 0U) + (has_ball || has_ones ? 1U : 0U);
    const uint64_t numbers = norm + 2 + 2 * slots + 4 + 3 + 1 + 2 * dimension;
    return (numbers * number + 3 * uint64_t{4} + dimension * slot_bytes() + 3) / 4 * 4;
  }
};

void check_slots(SnapshotReader& reader, const SparseShape& shape) {
  const auto bits = static_cast<uint32_t>(8 * shape.slot_bytes());
  const uint64_t mask = (uint64_t{1} << bits) - 1;
  for (uint64_t i = 0; i < shape.dimension;) {
    uint64_t word = reader.word();
    for (uint32_t k = 0; k < 32 / bits && i < shape.dimension; ++k, ++i, word >>= bits) {
      if ((word & mask) >= shape.slots) { reader.fail(reader.at() - 4, "epoch {} of the features is invalid", i); }
    }
  }
}

void check_sparse(SnapshotReader& reader, const SparseShape& shape) {
  if (shape.has_ball) {
    reader.positive("the scale");
    reader.finite_numbers("norm", 4);
  }
  if (shape.has_ones) { reader.finite_numbers("sum", 3); }
  if (shape.has_ball || shape.has_ones) { reader.wide_integer(); }
  (void)reader.below(shape.slots, "the current epoch");
  (void)reader.below(shape.most_alive + 2, "the number of epochs");
  reader.positive("the decay");
  reader.finite_numbers("decay", 1 + 2 * shape.slots);
  reader.finite_numbers("norm of the trace", 3);
  reader.wide_integer();
  reader.finite_numbers("age", 3);
  (void)reader.below(shape.dimension, "the cursor");
  reader.wide_integer();
  reader.finite_numbers("stored number", 2 * shape.dimension);
  check_slots(reader, shape);
}

template <class Archive>
void exchange_sparse(Archive& archive, Snapshot& s, std::size_t dimension) {
  const SparseShape shape(s, dimension);
  archive.section(Section::sparse, shape.bytes());
  if constexpr (Archive::is_reading) {
    SnapshotReader checker = archive;
    check_sparse(checker, shape);
  }
  archive.words(s.sparse, shape.bytes());
}

// --- all of it ------------------------------------------------------------------------------------------------------

template <class T>
bool is_unit(const std::vector<double>& direction) {
  T norm2{};
  for (const double x : direction) { norm2 = norm2 + ballast::product(static_cast<T>(x), static_cast<T>(x)); }
  return norm2 > static_cast<T>(0.99) && norm2 < static_cast<T>(1.01);
}

template <class T>
void check_settings(const SnapshotReader& reader, std::size_t at, const Settings& settings) {
  const ballast::Status status = validate(converted<T>(settings));
  if (status != ballast::Status::ok) { reader.fail(at, "the configuration is invalid ({})", name(status)); }
  const auto* const direction = std::get_if<std::vector<double>>(&settings.constant_direction);
  if (direction != nullptr && !is_unit<T>(*direction)) { reader.fail(at, "the constant direction has not length 1"); }
}

template <class Archive>
void exchange_settings_section(Archive& archive, Snapshot& s, std::size_t dimension) {
  archive.section(Section::settings, settings_bytes(s, dimension));
  if constexpr (Archive::is_reading) {
    const std::size_t begin = archive.at();
    exchange_settings(archive, s.settings, dimension);
    s.is_double || s.fixed ? check_settings<double>(archive, begin, s.settings)
                           : check_settings<float>(archive, begin, s.settings);
  } else {
    exchange_settings(archive, s.settings, dimension);
  }
}

template <class Archive>
void exchange_sections(Archive& archive, Snapshot& s, std::size_t dimension) {
  exchange_settings_section(archive, s, dimension);
  archive.section(Section::progress, progress_bytes(s));
  exchange_progress(archive, s);
  archive.section(has_trace(s) ? Section::weights : Section::weights_too, dimension * number_bytes(s));
  archive.numbers(s.weights, dimension, Quantity::weight, "weight");
  if (!has_trace(s)) {
    exchange_sparse(archive, s, dimension);
  } else {
    archive.section(Section::trace, format_of(s).trace_bytes(dimension));
    archive.numbers(s.trace, dimension, Quantity::trace, "entry");
  }
}

/// As EpsilonSteps::validate.
template <class T>
bool is_valid(const std::vector<SavedAgent::Step>& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!ballast::ArithmeticOf<T>::is_probability(static_cast<T>(steps[i].epsilon))) { return false; }
    if (i == 0 ? steps[i].from != 0 : steps[i].from <= steps[i - 1].from) { return false; }
  }
  return true;
}

void read_agent(SnapshotReader& reader, Snapshot& s) {
  const uint32_t length = reader.find(Section::agent);
  const std::size_t begin = reader.at();
  const uint64_t fixed = agent_bytes(s);
  if (length < fixed) { reader.fail(begin - 8, "section 6 (agent) has {} bytes, and must have {}", length, fixed); }
  exchange_agent(reader, *s.agent, length - fixed);
  const auto& steps = s.agent->exploration;
  if (!(s.is_double || s.fixed ? is_valid<double>(steps) : is_valid<float>(steps))) {
    reader.fail(begin, "the steps of epsilon are invalid ({})", name(ballast::Status::invalid_exploration));
  }
}

void write_agent(SnapshotWriter& writer, Snapshot& s) {
  const uint64_t feature_bytes = 4 * s.agent->features.size();
  writer.section(Section::agent, agent_bytes(s) + feature_bytes);
  exchange_agent(writer, *s.agent, feature_bytes);
}

/// All that may be skipped, up to the end.
void read_companions(SnapshotReader& reader, Snapshot& s, std::size_t dimension) {
  for (;;) {
    const std::size_t begin = reader.at() + format::section_header_bytes;
    SavedSection section;
    section.head = reader.next(section.words);
    if (section.head == 0) { return; }
    if (const auto invalid = invalid_word(s, dimension, section)) {
      reader.fail(begin + 4 * *invalid, "word {} in section {} is invalid", *invalid, section.head & 0xFFFFU);
    }
    s.companions.push_back(section);
  }
}

void write_companions(SnapshotWriter& writer, const Snapshot& s) {
  for (const SavedSection& section : s.companions) {
    const uint64_t length = 4 * section.words.size();
    writer.section(static_cast<Section>(section.head), length);
    writer.words(section.words, length);
  }
}

// --- the header -----------------------------------------------------------------------------------------------------

/// The bytes of the layout: detail/snapshot/format.hpp says what they are.
uint32_t layout_word(const Snapshot& s) {
  const auto ball = static_cast<uint32_t>(s.settings.projection.index());
  const auto direction = static_cast<uint32_t>(s.settings.constant_direction.index());
  const uint32_t learner = (s.is_sparse ? 2U : 1U) + (s.agent ? format::layout_agent : 0U);
  return learner |
         (s.fixed       ? 3U
          : s.is_double ? 2U
                        : 1U)
             << 8U |
         static_cast<uint32_t>(s.settings.rule.index() + 1) << 16U | (ball + 4 * direction) << 24U;
}

void read_types(SnapshotReader& reader, Snapshot& s, uint32_t word) {
  const std::size_t at = reader.at() - 4;
  const uint32_t learner = (word & 0xFFU) & ~format::layout_agent;
  const uint32_t scalar = word >> 8U & 0xFFU;
  const uint32_t rule = word >> 16U & 0xFFU;
  const uint32_t ball = word >> 24U & 3U;
  const uint32_t direction = word >> 26U;
  if (learner < 1 || learner > 2) { reader.fail(at, "type {} of learner is unknown to this version", word & 0xFFU); }
  if (scalar < 1 || scalar > 3) { reader.fail(at + 1, "type {} of scalar is unknown to this version", scalar); }
  if (rule < 1 || rule > std::size(named_rules)) { reader.fail(at + 2, "rule {} is unknown to this version", rule); }
  const bool is_unknown = ball > 2 || direction > 2;
  if (is_unknown) { reader.fail(at + 3, "projection {} is unknown to this version", word >> 24U); }
  s.is_sparse = learner == 2;
  s.is_double = scalar == 2;
  if (scalar == 3) { s.fixed.emplace(); }  // which formats, comes later
  s.settings.rule = named_rules[rule - 1].rule;
  if (ball == 1) { s.settings.projection = ballast::JointBall<double>{}; }
  if (ball == 2) { s.settings.projection = ballast::SeparateBalls<double>{}; }
  if (direction == 1) { s.settings.constant_direction = Settings::Ones{}; }
  if (direction == 2) { s.settings.constant_direction = std::vector<double>{}; }
  if (s.is_sparse && direction == 2) { reader.fail(at + 3, "a SparseLearner has no constant direction but all ones"); }
  if (s.fixed && (direction == 2 || (s.is_sparse && direction != 0))) {
    reader.fail(at + 3, "fixed point has no such constant direction");
  }
  if ((word & format::layout_agent) != 0) { s.agent.emplace(); }
}

void read_schedule_and_steps(SnapshotReader& reader, Snapshot& s, uint32_t word) {
  const std::size_t at = reader.at() - 4;
  const uint32_t schedule = word & 0xFU;
  const uint32_t of_average_reward = word >> 4U & 0xFU;
  const uint32_t steps = word >> 8U & 0xFFU;
  const uint32_t features = word >> 16U & 0xFFU;
  const bool is_schedule = schedule >= 1 && schedule <= 3 && of_average_reward <= (schedule == 3 ? 0U : 2U);
  if (!is_schedule) { reader.fail(at, "schedule {} is unknown to this version", word & 0xFFU); }
  if (schedule == 2) { s.settings.schedule = ballast::PolynomialSchedule<double>{}; }
  if (schedule == 3) { s.settings.schedule = AdjustableSchedule<double>{}; }
  if (of_average_reward == 1) { s.settings.average_reward_schedule = ballast::ConstantSchedule<double>{}; }
  if (of_average_reward == 2) { s.settings.average_reward_schedule = ballast::PolynomialSchedule<double>{}; }
  if (s.fixed && schedule == 3) { reader.fail(at, "fixed point has no schedule that can be held"); }
  if (word >> 24U != 0) { reader.fail(at + 3, "the layout has what is unknown to this version"); }
  const bool is_known = features <= 4 || features == 255;
  if (!is_known) { reader.fail(at + 2, "type {} of features is unknown to this version", features); }
  if ((features != 0) != s.agent.has_value()) { reader.fail(at + 2, "type {} of features", features); }
  if ((steps != 0) != s.agent.has_value()) { reader.fail(at + 1, "{} steps of epsilon", steps); }
  if (s.agent) {
    s.agent->exploration.resize(steps);
    s.agent->features_type = features;
  }
}

/// Returns the number of weights.
uint32_t read_layout(SnapshotReader& reader, Snapshot& s) {
  read_types(reader, s, reader.word());
  read_schedule_and_steps(reader, s, reader.word());
  const uint32_t actions = reader.word();
  if ((actions != 0) != s.agent.has_value()) { reader.fail(reader.at() - 4, "{} actions", actions); }
  if (s.agent) { s.agent->actions = actions; }
  const uint32_t dimension = reader.word();
  if (dimension == 0) { reader.fail(reader.at() - 4, "there are no weights"); }
  s.fingerprint = reader.word();
  if (s.fixed) {
    s.fixed = fixed_formats_of(reader.word());
    if (!s.fixed) { reader.fail(reader.at() - 4, "no learner in fixed point has these formats"); }
  }
  reader.set_format(format_of(s));
  reader.skip(s.fixed ? 8 : 12);
  return dimension;
}

/// From the magic word to the checksum.
void check_frame(const std::vector<uint8_t>& bytes, const std::string& name, std::size_t length) {
  if (bytes.size() < length) {
    throw InputError(
        fmt::format("{}: cut off: the snapshot has {} bytes, and {} are there", name, length, bytes.size()));
  }
  const std::size_t end = length - format::snapshot_checksum_bytes;
  const uint32_t expected = checksum_of(bytes, end);
  if (word_at(bytes, end) != expected) {
    throw InputError(fmt::format("{}: damaged: the checksum at byte {} is 0x{:08X}, that of the contents 0x{:08X}",
                                 name, end, word_at(bytes, end), expected));
  }
  if (word_at(bytes, 4) != format_version) {
    throw InputError(
        fmt::format("{}: version {} of the format, and this tool knows version {}: use a later version of this tool",
                    name, word_at(bytes, 4), format_version));
  }
}

}  // namespace

std::size_t length_of_snapshot(const std::vector<uint8_t>& bytes, const std::string& name) {
  constexpr std::size_t shortest = format::snapshot_header_bytes + format::snapshot_checksum_bytes;
  const bool has_magic = bytes.size() >= 4 && word_at(bytes, 0) == format::snapshot_magic;
  if (bytes.size() >= 4 && !has_magic) {
    throw InputError(fmt::format("{}: not a snapshot: it begins with 0x{:08X}, and not with 0x{:08X} (BLSN)", name,
                                 word_at(bytes, 0), format::snapshot_magic));
  }
  if (bytes.size() < preamble_bytes) {
    throw InputError(fmt::format("{}: too short for a snapshot: {} bytes, and at least {} are needed", name,
                                 bytes.size(), shortest));
  }
  const uint32_t length = word_at(bytes, 8);
  if (length % 4 != 0 || length < shortest) {
    throw InputError(fmt::format("{}: damaged: at byte 8: a length of {} bytes", name, length));
  }
  return length;
}

namespace {

/// `read` is for the sections before that of an agent.
template <class Read>
Snapshot read_whole(const std::vector<uint8_t>& bytes, const std::string& name, Scalars scalars, Read read) {
  const std::size_t length = length_of_snapshot(bytes, name);
  check_frame(bytes, name, length);
  const std::vector<uint8_t> whole(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
  SnapshotReader reader(whole, name);
  reader.skip(12);
  Snapshot snapshot;
  snapshot.revision = reader.word();
  const uint32_t dimension = read_layout(reader, snapshot);
  if (snapshot.fixed && scalars != Scalars::all) {
    throw InputError(
        fmt::format("{}: of a learner in fixed point, and this command knows float and double ('ballast "
                    "snapshot' shows it; its 'export --csv' and 'import --csv' make a float's of it)",
                    name));
  }
  read(reader, snapshot, dimension);
  if (snapshot.agent) { read_agent(reader, snapshot); }
  read_companions(reader, snapshot, dimension);
  reader.section(Section::end, 0);
  if (reader.left() != 0) { reader.fail(reader.at(), "{} bytes after the last section", reader.left()); }
  return snapshot;
}

/// The number of weights is not followed by weights, which would have to be there.
void read_start(SnapshotReader& reader, Snapshot& s, uint32_t dimension) {
  constexpr uint32_t most = 1U << 24U;
  if (dimension > most) { reader.fail(reader.at(), "{} weights, and {} are the most", dimension, most); }
  exchange_settings_section(reader, s, dimension);
  s.weights.resize(dimension);
  if (has_trace(s)) { s.trace.resize(dimension); }
}

}  // namespace

Snapshot from_bytes(const std::vector<uint8_t>& bytes, const std::string& name, Scalars scalars) {
  return read_whole(bytes, name, scalars, [](SnapshotReader& reader, Snapshot& snapshot, uint32_t dimension) {
    exchange_sections(reader, snapshot, dimension);
  });
}

Snapshot start_from_bytes(const std::vector<uint8_t>& bytes, const std::string& name) {
  return read_whole(bytes, name, Scalars::all, read_start);
}

namespace {

template <class Write>
std::vector<uint8_t> write_whole(const Snapshot& snapshot, Write write) {
  Snapshot copy = snapshot;  // what can also be read takes no constants
  SnapshotWriter writer(format_of(snapshot));
  const uint32_t steps = copy.agent ? static_cast<uint32_t>(copy.agent->exploration.size()) : 0;
  const uint32_t features = copy.agent ? copy.agent->features_type : 0;
  for (const uint32_t word :
       {format::snapshot_magic, format_version, 0U, copy.revision, layout_word(copy),
        schedule_code(copy.settings) | steps << 8U | features << 16U, copy.agent ? copy.agent->actions : 0U,
        static_cast<uint32_t>(copy.weights.size()), copy.fingerprint, copy.fixed ? copy.fixed->word() : 0U, 0U, 0U}) {
    writer.word(word);
  }
  write(writer, copy);
  if (copy.agent) { write_agent(writer, copy); }
  write_companions(writer, copy);
  writer.section(Section::end, 0);
  const auto length = static_cast<uint32_t>(writer.bytes.size() + format::snapshot_checksum_bytes);
  for (std::size_t i = 0; i < 4; ++i) { writer.bytes[8 + i] = static_cast<uint8_t>(length >> (8 * i)); }
  writer.word(checksum_of(writer.bytes, writer.bytes.size()));
  return writer.bytes;
}

}  // namespace

std::vector<uint8_t> to_bytes(const Snapshot& snapshot) {
  return write_whole(snapshot,
                     [](SnapshotWriter& writer, Snapshot& s) { exchange_sections(writer, s, s.weights.size()); });
}

std::vector<uint8_t> to_start_bytes(const Snapshot& snapshot) {
  return write_whole(snapshot, [](SnapshotWriter& writer, Snapshot& s) {
    exchange_settings_section(writer, s, s.weights.size());
    s.companions.clear();
  });
}

}  // namespace tool
