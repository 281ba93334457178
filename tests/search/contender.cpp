#include "contender.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "failure.hpp"

namespace search {

using ballast::Projected;
using ballast::Status;

namespace {

const char* name_of(Projected projected) {
  switch (projected) {
    case Projected::nothing: return "projected nothing";
    case Projected::average_reward: return "projected omega";
    case Projected::weights: return "projected theta";
    case Projected::average_reward_and_weights: return "projected both";
    case Projected::jointly: return "projected jointly";
  }
  return "projected ?";
}

bool is_possible(Projected projected, Ball ball) {
  if (projected == Projected::nothing) { return true; }
  return ball != Ball::none && (projected == Projected::jointly) == (ball == Ball::joint);
}

uint32_t word_at(const unsigned char* bytes) {
  uint32_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

}  // namespace

Contender::Contender(const char* name, std::unique_ptr<AnyLearner> learner, const Settings& settings, Tally& tally)
    : name_(name), learner_(std::move(learner)), settings_(settings), tally_(tally) {}

void Contender::fail(const char* what, const std::string& details) const {
  throw Failure(std::string(name_) + " " + what, details);
}

void Contender::refuse_before_start(const Transition& transition) {
  outcome_ = learner_->update(transition);
  if (outcome_.status != Status::not_started) { fail("accepts an update before it is started"); }
}

void Contender::start(const std::vector<float>& weights, float average_reward) {
  const Status status = learner_->start(settings_, weights, average_reward);
  if (status != Status::ok) { fail("does not start from weights", ballast::name(status)); }
  expect_counts_of_start();
}

void Contender::start_from_zero() {
  const Status status = learner_->start(settings_);
  if (status != Status::ok) { fail("does not start", ballast::name(status)); }
  expect_counts_of_start();
}

void Contender::reconfigure(const Settings& settings, bool schedule_begins_again) {
  const std::unique_ptr<AnyLearner> before = learner_->copy();
  const Status status = learner_->reconfigure(settings, schedule_begins_again);
  if (status != Status::ok) { fail("is not reconfigured", ballast::name(status)); }
  check_counts();
  const std::unique_ptr<AnyLearner> back = learner_->copy();
  (void)back->reconfigure(settings_, false);
  if (schedule_begins_again) { (void)before->reconfigure(settings_, true); }  // its t is 0 in both
  const bool has_same_ball =
      settings.radius == settings_.radius && settings.average_reward_radius == settings_.average_reward_radius;
  if (!is_same(*before, *back, has_same_ball && settings_.variant.ball != Ball::none)) {
    fail("is reconfigured and back, and something else");
  }
  settings_ = settings;
  is_in_ball_ = false;
  tally_.count("reconfigured");
}

/// Every byte; or every number that it has learned. (In another ball a sparse learner knows the norm more exactly, and
/// an empty projection has bytes in the settings that mean nothing.)
bool Contender::is_same(const AnyLearner& a, const AnyLearner& b, bool in_every_byte) {
  if (in_every_byte) { return std::memcmp(a.bytes(), b.bytes(), b.size()) == 0; }
  std::vector<double> numbers[4];
  a.read_weights(numbers[0]);
  b.read_weights(numbers[1]);
  a.read_trace(numbers[2]);
  b.read_trace(numbers[3]);
  return numbers[0] == numbers[1] && numbers[2] == numbers[3] && a.average_reward() == b.average_reward();
}

void Contender::refuse_settings(const Settings& settings, Status expected) {
  before_.assign(learner_->bytes(), learner_->bytes() + learner_->size());
  const Status status = learner_->reconfigure(settings, true);
  if (status != expected) {
    fail("gives the wrong status", std::string(ballast::name(status)) + " instead of " + ballast::name(expected));
  }
  if (std::memcmp(&before_[0], learner_->bytes(), learner_->size()) != 0) {
    fail("is changed by settings that it refuses");
  }
  tally_.count("settings refused");
}

void Contender::expect_counts_of_start() {
  is_in_ball_ = false;
  updates_ = 0;
  rejections_ = 0;
  projections_ = 0;
  check_counts();
}

const Outcome& Contender::update(const Transition& transition, const Expected& expected, bool keeps_bytes) {
  if (keeps_bytes) { before_.assign(learner_->bytes(), learner_->bytes() + learner_->size()); }
  outcome_ = learner_->update(transition);
  check_status(expected);
  if (has_learned()) {
    is_in_ball_ = true;
    ++updates_;
    ++tally_.updates;
    projections_ += outcome_.projected != Projected::nothing ? 1U : 0U;
    if (outcome_.projected != Projected::nothing) { tally_.count(name_of(outcome_.projected)); }
    check_report();
  } else {
    ++rejections_;
    ++tally_.rejections;
    if (keeps_bytes) { check_untouched(); }
  }
  check_counts();
  return outcome_;
}

const Outcome& Contender::update_with_copy(const Transition& transition, const Expected& expected) {
  const std::unique_ptr<AnyLearner> copy = learner_->copy();
  if (updates_ % 4 == 0) {
    learner_->power_cycle();
    tally_.count("snapshots");
  }
  update(transition, expected, true);
  (void)copy->update(transition);
  if (std::memcmp(copy->bytes(), learner_->bytes(), learner_->size()) != 0) {
    fail("has a copy that goes on otherwise");
  }
  return outcome_;
}

void Contender::reset_trace() {
  learner_->reset_trace();
  learner_->read_trace(trace_);
  for (const double z : trace_) {
    if (z != 0.0) { fail("has a trace after reset_trace()"); }
  }
}

void Contender::check_status(const Expected& expected) const {
  const bool is_right =
      expected.is_good ? has_learned() || outcome_.status == Status::overflow : outcome_.status == expected.status;
  if (!is_right) {
    fail("gives the wrong status", std::string(ballast::name(outcome_.status)) + " instead of " +
                                       (expected.is_good ? "ok or overflow" : ballast::name(expected.status)));
  }
}

void Contender::check_report() const {
  const double numbers[] = {outcome_.td_error, outcome_.weights_step_size, outcome_.average_reward_step_size,
                            outcome_.trace_norm2};
  for (const double number : numbers) {
    if (!std::isfinite(number)) { fail("reports a number that is not finite"); }
  }
  if (outcome_.weights_step_size < 0.0 || outcome_.trace_norm2 < 0.0) { fail("reports a negative step-size or norm"); }
  if (!is_possible(outcome_.projected, settings_.variant.ball)) { fail("reports a projection that it does not have"); }
}

void Contender::check_counts() const {
  const bool are_right = learner_->updates() == updates_ && learner_->rejections() == rejections_ &&
                         learner_->projections() == projections_;
  if (are_right) { return; }
  fail("miscounts", format("updates %u, rejections %u, projections %u instead of %u, %u, %u", learner_->updates(),
                           learner_->rejections(), learner_->projections(), updates_, rejections_, projections_));
}

/// Only one word may differ, which has become larger by one. (Where it is, is the learner's business.)
void Contender::check_untouched() const {
  const unsigned char* after = learner_->bytes();
  size_t changed = 0;
  for (size_t i = 0; i + sizeof(uint32_t) <= before_.size(); i += sizeof(uint32_t)) {
    const uint32_t old = word_at(&before_[i]);
    if (word_at(after + i) == old) { continue; }
    ++changed;
    if (word_at(after + i) != old + 1) { fail("is changed by a refused update", format("byte %zu", i)); }
  }
  if (changed != 1) { fail("is changed by a refused update", format("%zu words", changed)); }
}

void Contender::look() {
  learner_->read_weights(weights_);
  bool is_finite = std::isfinite(learner_->average_reward());
  for (const double weight : weights_) { is_finite = is_finite && std::isfinite(weight); }
  learner_->read_trace(trace_);
  for (const double z : trace_) { is_finite = is_finite && std::isfinite(z); }
  if (!is_finite) { fail("stores a number that is not finite"); }
  if (is_in_ball_) { check_ball(); }
}

double Contender::largest_weight() const {
  double largest = 0.0;
  for (const double weight : weights_) { largest = std::max(largest, std::fabs(weight)); }
  return largest;
}

void Contender::check_ball() {
  long double norm2 = 0.0L;
  for (const double weight : weights_) { norm2 += static_cast<long double>(weight) * static_cast<long double>(weight); }
  const double omega = average_reward();
  if (settings_.variant.ball == Ball::joint) {
    norm2 += static_cast<long double>(omega) * static_cast<long double>(omega);
  }
  if (settings_.variant.ball == Ball::separate &&
      std::fabs(omega) > static_cast<double>(settings_.average_reward_radius)) {
    fail("leaves its ball", format("|omega| %.9g", std::fabs(omega)));
  }
  if (settings_.variant.ball != Ball::none) {
    check_norm(static_cast<double>(std::sqrt(norm2)), static_cast<double>(settings_.radius));
  }
}

void Contender::check_norm(double norm, double radius) {
  tally_.measure("ball", (norm / radius - 1.0) / ball_tolerance);
  if (norm > radius * (1.0 + ball_tolerance)) { fail("leaves its ball", format("norm %.9g R", norm / radius)); }
}

}  // namespace search
