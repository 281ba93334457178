#include "commands/config_code.hpp"

#include <fmt/format.h>

namespace tool {
namespace {

/// The names that a configuration has in C++.
class ConfigCode {
 public:
  ConfigCode(const LearnerSettings<double>& settings, const CodeStyle& style) : style_(style) {
    set("lambda", settings.lambda);
    set("ratio", settings.ratio);
    text_ += style.next_line;
    std::visit(*this, settings.schedule);
    std::visit([this](const auto& schedule) { set_average_reward_schedule(schedule); },
               settings.average_reward_schedule);
    if (settings.projection.index() != 0) { text_ += style.next_line; }
    std::visit(*this, settings.projection);
    if (settings.constant_direction.index() == 2) { text_ += ".direction(/* as it was */)"; }
  }
  const std::string& text() const { return text_; }

  void operator()(const ballast::ConstantSchedule<double>& schedule) { set("step_size", schedule.step_size); }
  void operator()(const ballast::PolynomialSchedule<double>& schedule) {
    set("beta_0", schedule.beta_0);
    text_ += fmt::format(".offset({})", schedule.offset);
    set("power", schedule.power);
    text_ += fmt::format(".hold({})", schedule.hold);
  }
  void operator()(const AdjustableSchedule<double>& schedule) {
    const ballast::PolynomialSchedule<double>& polynomial = schedule;
    (*this)(polynomial);
    if (!schedule.is_held()) { return; }
    text_ += style_.next_line;
    set("held_at", schedule.held_step_size);
  }
  void operator()(const ballast::NoProjection<double>& /*projection*/) {}
  void operator()(const ballast::JointBall<double>& ball) { set("radius", ball.radius); }
  void operator()(const ballast::SeparateBalls<double>& balls) {
    set("average_reward_radius", balls.average_reward_radius);
    set("weights_radius", balls.weights_radius);
  }

 private:
  /// A decimal number with a point, in as many digits as the scalar needs.
  std::string literal(double x) const {
    std::string digits = style_.is_double ? fmt::format("{}", x) : fmt::format("{}", static_cast<float>(x));
    if (digits.find_first_of(".e") == std::string::npos) { digits += ".0"; }
    return digits + (style_.is_double ? "" : "F");
  }
  void set(const char* name, double x) { text_ += fmt::format(".{}({})", name, literal(x)); }

  void set_average_reward_schedule(LearnerSettings<double>::SameSchedule /*schedule*/) {}
  void set_average_reward_schedule(const ballast::ConstantSchedule<double>& schedule) {
    text_ += fmt::format("{}.average_reward_schedule({{{}}})", style_.next_line, literal(schedule.step_size));
  }
  void set_average_reward_schedule(const ballast::PolynomialSchedule<double>& schedule) {
    text_ += fmt::format("{}.average_reward_schedule({{{}, {}, {}, {}}})", style_.next_line, literal(schedule.beta_0),
                         schedule.offset, literal(schedule.power), schedule.hold);
  }

  CodeStyle style_;
  std::string text_;
};

std::string projection_type(const LearnerSettings<double>& settings, std::size_t dimension, const CodeStyle& style) {
  constexpr const char* names[] = {"NoProjection", "JointBall", "SeparateBalls"};
  std::string ball = fmt::format("ballast::{}<{}>", names[settings.projection.index()], style.scalar());
  switch (settings.constant_direction.index()) {
    case 1: return fmt::format("ballast::WithoutOnes<{}>", ball);
    case 2: return fmt::format("ballast::WithoutDirection<{}, {}>", ball, dimension);
    default: return ball;
  }
}

std::string schedule_type(const LearnerSettings<double>& settings, const CodeStyle& style) {
  const std::string constant = fmt::format("ballast::ConstantSchedule<{}>", style.scalar());
  const std::string polynomial = fmt::format("ballast::PolynomialSchedule<{}>", style.scalar());
  if (settings.schedule.index() == 2) {
    return fmt::format("{}ballast::AdjustableSchedule<{}>", style.next_line, polynomial);
  }
  const std::string& for_weights = settings.schedule.index() == 0 ? constant : polynomial;
  if (settings.average_reward_schedule.index() == 0) { return for_weights; }
  return fmt::format("{0}ballast::TwoTimescaleSchedule<{1},{0}{2}>", style.next_line, for_weights,
                     settings.average_reward_schedule.index() == 1 ? constant : polynomial);
}

}  // namespace

std::string config_code(const LearnerSettings<double>& settings, const CodeStyle& style) {
  return ConfigCode(settings, style).text();
}

std::string template_arguments(const LearnerSettings<double>& settings, std::size_t dimension, const CodeStyle& style) {
  return fmt::format("ballast::{},{}{}, {}", named_rules[settings.rule.index()].type, style.next_line,
                     projection_type(settings, dimension, style), schedule_type(settings, style));
}

}  // namespace tool
