#include "commands/learner_options.hpp"

#include <fmt/format.h>

#include <charconv>

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

decltype(LearnerSettings<float>::rule) parse_rule(const std::string& text) {
  if (text == "standard") { return ballast::Standard{}; }
  if (text == "implicit") { return ballast::Implicit{}; }
  Choice{"--rule", text, "standard or implicit"}.refuse();
}

template <class T>
decltype(LearnerSettings<T>::schedule) parse_schedule(const std::string& text) {
  const Choice choice{"--schedule", text, "constant:B or polynomial:B0,OFFSET,POWER,HOLD"};
  const auto constant = choice.arguments("constant");
  if (constant.size() == 1) { return ballast::ConstantSchedule<T>{choice.number<T>(constant[0])}; }
  const auto polynomial = choice.arguments("polynomial");
  if (polynomial.size() != 4) { choice.refuse(); }
  return ballast::PolynomialSchedule<T>{choice.number<T>(polynomial[0]), choice.number<uint32_t>(polynomial[1]),
                                        choice.number<T>(polynomial[2]), choice.number<uint32_t>(polynomial[3])};
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

/// Which option a refused configuration comes from, and what it may be.
std::string explain(Status status, const LearnerOptions& options) {
  switch (status) {
    case Status::invalid_lambda: return fmt::format("--lambda {}: it must be at least 0 and below 1", options.lambda);
    case Status::invalid_ratio:
      return fmt::format("--ratio {}: it must be finite and above 0, and so must be its product with the step-size",
                         options.ratio);
    case Status::invalid_step_size:
      return fmt::format("--schedule {}: the step-size must be finite and above 0", options.schedule);
    case Status::invalid_offset: return fmt::format("--schedule {}: OFFSET must be at least 1", options.schedule);
    case Status::invalid_power:
      return fmt::format("--schedule {}: POWER must be above 0 and at most 1", options.schedule);
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

}  // namespace

template <class T>
std::unique_ptr<DynamicLearner<T>> start_learner(const LearnerOptions& options, std::size_t dimension) {
  const LearnerSettings<T> settings{parse_rule(options.rule),
                                    parse_number<T>("--lambda", options.lambda),
                                    parse_number<T>("--ratio", options.ratio),
                                    parse_schedule<T>(options.schedule),
                                    parse_projection<T>(options.projection),
                                    parse_direction<T>(options.constant_direction, dimension)};
  const auto omega0 = parse_number<T>("--omega0", options.omega0);
  const auto theta0 =
      options.theta0.empty() ? std::vector<T>(dimension) : read_vector<T>(options.theta0, "theta0", dimension);
  auto learner = make_learner(settings, dimension);
  const Status status = learner->start(theta0, omega0);
  if (status != Status::ok) { throw InputError(fmt::format("{} ({})", explain(status, options), name(status))); }
  return learner;
}

template std::unique_ptr<DynamicLearner<float>> start_learner(const LearnerOptions&, std::size_t);
template std::unique_ptr<DynamicLearner<double>> start_learner(const LearnerOptions&, std::size_t);

}  // namespace tool
