#include "commands/learner_options.hpp"

#include <fmt/format.h>

#include <charconv>

#include "engine/fixed_learner.hpp"
#include "experiments/files/error.hpp"
#include "io/log_reader.hpp"

namespace tool {

using ballast::experiments::InputError;

namespace {

using ballast::Status;

/// A text of the form name:NUMBER,NUMBER,...
struct Choice {
  const char* option;
  const std::string& text;
  const char* allowed;

  [[noreturn]] void refuse() const { throw InputError(fmt::format("{}: '{}' is not {}", option, text, allowed)); }

  template <class Number>
  Number number(std::string_view digits) const {
    Number result{};
    const char* const end = digits.data() + digits.size();
    const auto [stopped, error] = std::from_chars(digits.data(), end, result);
    if (error != std::errc{} || stopped != end) { refuse(); }
    return result;
  }

  /// The numbers after `name:`; empty if the text does not begin with it.
  std::vector<std::string_view> arguments(std::string_view name) const {
    std::string_view rest = text;
    if (rest.substr(0, name.size()) != name || rest.substr(name.size(), 1) != ":") { return {}; }
    std::vector<std::string_view> result;
    do {
      rest.remove_prefix(result.empty() ? name.size() + 1 : result.back().size() + 1);
      result.push_back(rest.substr(0, rest.find(',')));
    } while (result.back().size() < rest.size());
    return result;
  }
};

template <class T>
T parse_number(const char* option, const std::string& text) {
  return Choice{option, text, "a number"}.number<T>(text);
}

AnyRule parse_rule(const std::string& text) {
  for (const NamedRule& named : named_rules) {
    if (text == named.name) { return named.rule; }
  }
  Choice{"--rule", text, rule_help}.refuse();
}

template <class T>
ballast::PolynomialSchedule<T> parse_polynomial(const Choice& choice, const std::vector<std::string_view>& numbers) {
  return {choice.number<T>(numbers[0]), choice.number<uint32_t>(numbers[1]), choice.number<T>(numbers[2]),
          choice.number<uint32_t>(numbers[3])};
}

template <class T>
decltype(LearnerSettings<T>::schedule) parse_schedule(const std::string& text) {
  const Choice choice{"--schedule", text, schedule_help};
  const auto constant = choice.arguments("constant");
  if (constant.size() == 1) { return ballast::ConstantSchedule<T>{choice.number<T>(constant[0])}; }
  const auto adjustable = choice.arguments("adjustable");
  const auto numbers = adjustable.size() == 5 ? adjustable : choice.arguments("polynomial");
  if (numbers.size() != 4 && adjustable.size() != 5) { choice.refuse(); }
  const auto polynomial = parse_polynomial<T>(choice, numbers);
  if (adjustable.size() != 5) { return polynomial; }
  return AdjustableSchedule<T>{polynomial, choice.number<T>(adjustable[4])};
}

template <class T>
decltype(LearnerSettings<T>::average_reward_schedule) parse_average_reward_schedule(const LearnerOptions& options) {
  if (options.average_reward_schedule.empty()) { return typename LearnerSettings<T>::SameSchedule{}; }
  const Choice choice{"--average-reward-schedule", options.average_reward_schedule, average_reward_schedule_help};
  if (options.schedule.rfind("adjustable", 0) == 0) {
    throw InputError("--average-reward-schedule: with --schedule adjustable there is one for both estimates");
  }
  const auto constant = choice.arguments("constant");
  if (constant.size() == 1) { return ballast::ConstantSchedule<T>{choice.number<T>(constant[0])}; }
  const auto numbers = choice.arguments("polynomial");
  if (numbers.size() != 4) { choice.refuse(); }
  return parse_polynomial<T>(choice, numbers);
}

template <class T>
decltype(LearnerSettings<T>::projection) parse_projection(const std::string& text) {
  const Choice choice{"--projection", text, "none, joint:R or separate:R_OMEGA,R_THETA"};
  if (text == "none") { return ballast::NoProjection<T>{}; }
  const auto joint = choice.arguments("joint");
  if (joint.size() == 1) { return ballast::JointBall<T>{choice.number<T>(joint[0])}; }
  const auto separate = choice.arguments("separate");
  if (separate.size() != 2) { choice.refuse(); }
  return ballast::SeparateBalls<T>{choice.number<T>(separate[0]), choice.number<T>(separate[1])};
}

template <class T>
decltype(LearnerSettings<T>::constant_direction) parse_direction(const std::string& text, std::size_t dimension) {
  if (text.empty()) { return typename LearnerSettings<T>::KeepAll{}; }
  if (text == "ones") { return typename LearnerSettings<T>::Ones{}; }
  return read_vector<T>(text, "dir", dimension);
}

std::string schedules_of(const LearnerOptions& options) {
  const std::string& other = options.average_reward_schedule;
  return fmt::format("--schedule {}{}{}", options.schedule, other.empty() ? "" : " --average-reward-schedule ", other);
}

/// Which option a refused configuration comes from, and what it may be.
std::string explain(Status status, const LearnerOptions& options) {
  switch (status) {
    case Status::invalid_lambda: return fmt::format("--lambda {}: it must be at least 0 and below 1", options.lambda);
    case Status::invalid_ratio:
      return fmt::format("--ratio {}: it must be finite and above 0, and so must be its product with the step-size",
                         ratio_of(options));
    case Status::invalid_step_size: return schedules_of(options) + ": the step-size must be finite and above 0";
    case Status::invalid_offset: return schedules_of(options) + ": OFFSET must be at least 1";
    case Status::invalid_power: return schedules_of(options) + ": POWER must be above 0 and at most 1";
    case Status::invalid_radius:
      return fmt::format("--projection {}: a radius must be from 2^-60 to 2^62 in float, 2^-508 to 2^510 in double",
                         options.projection);
    case Status::invalid_direction:
      return fmt::format("--constant-direction {}: its numbers must be finite, and not all zero",
                         options.constant_direction);
    case Status::invalid_start:
      return fmt::format("--theta0 {} --omega0 {}: they must be finite, and below the largest radius",
                         options.theta0.empty() ? "0" : options.theta0, options.omega0);
    default: return "the learner cannot be started";
  }
}

template <class T>
LearnerSettings<T> parse(const LearnerOptions& options, std::size_t dimension) {
  return {parse_rule(options.rule),
          parse_number<T>("--lambda", options.lambda),
          parse_number<T>("--ratio", ratio_of(options)),
          parse_schedule<T>(options.schedule),
          parse_average_reward_schedule<T>(options),
          parse_projection<T>(options.projection),
          parse_direction<T>(options.constant_direction, dimension)};
}

/// From weights that come from a file, or from --theta0.
template <class T>
void start(DynamicLearner<T>& learner, const std::vector<T>& weights, T average_reward, const LearnerOptions& options,
           const std::string& source) {
  const Status status = learner.start(weights, average_reward);
  if (status == Status::ok) { return; }
  const bool is_source_invalid = status == Status::invalid_start && !source.empty();
  throw InputError(fmt::format(
      "{} ({})",
      is_source_invalid ? source + ": weights and average reward must be finite, and below the largest radius"
                        : explain(status, options),
      name(status)));
}

// --- as text --------------------------------------------------------------------------------------------------------

template <class T>
std::string text_of(const ballast::ConstantSchedule<T>& schedule) {
  return fmt::format("constant:{}", schedule.step_size);
}
template <class T>
std::string text_of(const ballast::PolynomialSchedule<T>& schedule) {
  return fmt::format("polynomial:{},{},{},{}", schedule.beta_0, schedule.offset, schedule.power, schedule.hold);
}
template <class T>
std::string text_of(const AdjustableSchedule<T>& schedule) {
  return fmt::format("adjustable:{},{},{},{},{}", schedule.beta_0, schedule.offset, schedule.power, schedule.hold,
                     schedule.held_step_size);
}
/// Of a schedule of the average reward: the same.
template <class Same>
std::string text_of(Same /*schedule*/) {
  return "";
}
template <class T>
std::string text_of(const ballast::NoProjection<T>& /*projection*/) {
  return "none";
}
template <class T>
std::string text_of(const ballast::JointBall<T>& ball) {
  return fmt::format("joint:{}", ball.radius);
}
template <class T>
std::string text_of(const ballast::SeparateBalls<T>& balls) {
  return fmt::format("separate:{},{}", balls.average_reward_radius, balls.weights_radius);
}

// --- contradictions -------------------------------------------------------------------------------------------------

/// The options that were given, and for the others what is in the file.
LearnerOptions merged(const LearnerOptions& options, const std::set<std::string>& given, const LearnerOptions& saved) {
  LearnerOptions result = saved;
  const auto take = [&](const char* option, std::string LearnerOptions::*text) {
    if (given.count(option) != 0) { result.*text = options.*text; }
  };
  take("--rule", &LearnerOptions::rule);
  take("--lambda", &LearnerOptions::lambda);
  take("--ratio", &LearnerOptions::ratio);
  take("--schedule", &LearnerOptions::schedule);
  take("--average-reward-schedule", &LearnerOptions::average_reward_schedule);
  take("--projection", &LearnerOptions::projection);
  return result;
}

[[noreturn]] void refuse_option(const char* option, const std::string& text, const std::string& source,
                                const std::string& saved) {
  throw InputError(
      fmt::format("{} {}: {} has {}; leave the option out", option, text, source, saved.empty() ? "none" : saved));
}

template <class T>
bool is_same_direction(const LearnerSettings<T>& a, const LearnerSettings<T>& b) {
  if (a.constant_direction.index() != b.constant_direction.index()) { return false; }
  const auto* const vector = std::get_if<std::vector<T>>(&a.constant_direction);
  return vector == nullptr || *vector == std::get<std::vector<T>>(b.constant_direction);
}

}  // namespace

std::string ratio_of(const LearnerOptions& options) {
  if (!options.ratio.empty()) { return options.ratio; }
  const std::string& multiplied =
      options.average_reward_schedule.empty() ? options.schedule : options.average_reward_schedule;
  const bool is_constant = multiplied.rfind("constant", 0) == 0;
  return fmt::format("{}", is_constant ? ballast::ConstantSchedule<double>::default_ratio
                                       : ballast::PolynomialSchedule<double>::default_ratio);
}

std::string typed(const LearnerOptions& options) {
  std::string text = fmt::format("--rule {} --lambda {} --ratio {} {} --projection {}", options.rule, options.lambda,
                                 options.ratio, schedules_of(options), options.projection);
  if (!options.constant_direction.empty()) { text += " --constant-direction " + options.constant_direction; }
  return options.omega0 == "0" ? text : text + " --omega0 " + options.omega0;
}

template <class T>
std::unique_ptr<DynamicLearner<T>> start_learner(const LearnerOptions& options, std::size_t dimension) {
  auto learner = make_learner(parse<T>(options, dimension), dimension);
  const auto omega0 = parse_number<T>("--omega0", options.omega0);
  const auto theta0 =
      options.theta0.empty() ? std::vector<T>(dimension) : read_vector<T>(options.theta0, "theta0", dimension);
  start(*learner, theta0, omega0, options, "");
  return learner;
}

template <class T>
std::unique_ptr<DynamicLearner<T>> start_learner(const LearnerOptions& options, const std::vector<T>& weights,
                                                 T average_reward, const std::string& source) {
  auto learner = make_learner(parse<T>(options, weights.size()), weights.size());
  start(*learner, weights, average_reward, options, source);
  return learner;
}

GivenLimits parse_limits(const std::string& text) {
  const std::string named = "limits:" + text;
  const Choice choice{"--limits", text, limits_help};
  const auto numbers = Choice{"--limits", named, limits_help}.arguments("limits");
  if (numbers.size() < 2 || numbers.size() > 3) { choice.refuse(); }
  GivenLimits limits{choice.number<double>(numbers[0]), choice.number<double>(numbers[1])};
  if (numbers.size() == 3 && numbers[2] == "unit") {
    limits.has_unit_features = true;
  } else if (numbers.size() == 3) {
    limits.active = choice.number<uint32_t>(numbers[2]);
    if (limits.active == 0) { choice.refuse(); }
  }
  return limits;
}

std::unique_ptr<DynamicLearner<double>> start_fixed_learner(const LearnerOptions& options, const GivenLimits& limits,
                                                            std::size_t dimension) {
  (void)start_learner<double>(options, dimension);  // refuses what no learner can have
  const FixedShape shape = shape_of(limits, dimension);
  auto learner = make_fixed_learner(fixed_settings(parse<double>(options, dimension), shape, limits), shape);
  const auto theta0 = options.theta0.empty() ? std::vector<double>(dimension)
                                             : read_vector<double>(options.theta0, "theta0", dimension);
  const Status status = learner->start(theta0, parse_number<double>("--omega0", options.omega0));
  if (status == Status::invalid_start) {
    throw InputError(fmt::format("--theta0 {} --omega0 {}: in fixed point they are within the radius of --limits, {}",
                                 options.theta0.empty() ? "0" : options.theta0, options.omega0, limits.radius));
  }
  if (status != Status::ok) {
    throw InputError(fmt::format("{}; in fixed point, step-sizes and ratio are from 2^-40 to 2^40 ({})",
                                 explain(status, options), name(status)));
  }
  return learner;
}

template <class T>
LearnerOptions options_of(const LearnerSettings<T>& settings) {
  const auto text = [](const auto& choice) { return text_of(choice); };
  constexpr const char* directions[] = {"", "ones", "given"};
  LearnerOptions options;
  options.rule = named_rules[settings.rule.index()].name;
  options.lambda = fmt::format("{}", settings.lambda);
  options.ratio = fmt::format("{}", settings.ratio);
  options.schedule = std::visit(text, settings.schedule);
  options.average_reward_schedule = std::visit(text, settings.average_reward_schedule);
  options.projection = std::visit(text, settings.projection);
  options.constant_direction = directions[settings.constant_direction.index()];
  return options;
}

template <class T>
void refuse_contradiction(const LearnerOptions& options, const std::set<std::string>& given,
                          const LearnerSettings<T>& settings, const std::string& source, std::size_t dimension) {
  if (given.empty()) { return; }
  const LearnerOptions saved = options_of(settings);
  LearnerOptions asked = merged(options, given, saved);
  asked.constant_direction = given.count("--constant-direction") != 0 ? options.constant_direction : "";
  const auto learner = start_learner<T>(asked, dimension);  // numbers are rounded, and a direction has length 1
  const LearnerOptions read = options_of(learner->settings());
  const auto compare = [&](const char* option, std::string LearnerOptions::*text) {
    if (read.*text != saved.*text) { refuse_option(option, options.*text, source, saved.*text); }
  };
  compare("--rule", &LearnerOptions::rule);
  compare("--lambda", &LearnerOptions::lambda);
  compare("--ratio", &LearnerOptions::ratio);
  compare("--schedule", &LearnerOptions::schedule);
  compare("--average-reward-schedule", &LearnerOptions::average_reward_schedule);
  compare("--projection", &LearnerOptions::projection);
  if (given.count("--constant-direction") != 0 && !is_same_direction(learner->settings(), settings)) {
    const bool has_one = !saved.constant_direction.empty();
    refuse_option("--constant-direction", options.constant_direction, source,
                  has_one && saved.constant_direction != "ones" ? "another one" : saved.constant_direction);
  }
}

template std::unique_ptr<DynamicLearner<float>> start_learner(const LearnerOptions&, std::size_t);
template std::unique_ptr<DynamicLearner<double>> start_learner(const LearnerOptions&, std::size_t);
template std::unique_ptr<DynamicLearner<float>> start_learner(const LearnerOptions&, const std::vector<float>&, float,
                                                              const std::string&);
template std::unique_ptr<DynamicLearner<double>> start_learner(const LearnerOptions&, const std::vector<double>&,
                                                               double, const std::string&);
template LearnerOptions options_of(const LearnerSettings<float>&);
template LearnerOptions options_of(const LearnerSettings<double>&);
template void refuse_contradiction(const LearnerOptions&, const std::set<std::string>&, const LearnerSettings<float>&,
                                   const std::string&, std::size_t);
template void refuse_contradiction(const LearnerOptions&, const std::set<std::string>&, const LearnerSettings<double>&,
                                   const std::string&, std::size_t);

}  // namespace tool
