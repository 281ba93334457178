#include "sequence.hpp"

#include <algorithm>
#include <cmath>

#include "failure.hpp"

namespace search {
namespace {

constexpr double mixed_sizes[] = {1e-6, 0.03, 30.0};
constexpr double phase_sizes[] = {1e-6, 0.03, 1.0, 30.0, 1e-4};
constexpr double two_pi = 6.283185307179586;

const char* name(Sizes sizes) {
  switch (sizes) {
    case Sizes::unit: return "unit";
    case Sizes::mixed: return "mixed";
    case Sizes::phases: return "in phases";
    case Sizes::tiny: return "tiny";
    case Sizes::huge: return "huge";
  }
  return "?";
}

const char* name(Course course) {
  switch (course) {
    case Course::independent: return "independent";
    case Course::walk: return "walk";
    case Course::sines: return "sines";
    case Course::square_wave: return "square wave";
    case Course::there_and_back: return "there and back";
    case Course::cancelling: return "cancelling";
    case Course::silences: return "silences";
  }
  return "?";
}

const char* name(Rewards rewards) {
  switch (rewards) {
    case Rewards::bounded: return "bounded";
    case Rewards::constant: return "constant";
    case Rewards::sometimes_huge: return "sometimes huge";
  }
  return "?";
}

}  // namespace

Sequence::Sequence(Draw& draw, const Shape& shape, float lambda) : draw_(draw), shape_(shape), lambda_(lambda) {
  choose_sizes();
  choose_course();
  choose_rewards();
}

void Sequence::choose_sizes() {
  constexpr Sizes choices[] = {Sizes::unit,  Sizes::unit,   Sizes::unit, Sizes::mixed,
                               Sizes::mixed, Sizes::phases, Sizes::tiny, Sizes::huge};
  sizes_ = draw_.one_of(choices);
  if (shape_.kind == Kind::one_hot) { sizes_ = Sizes::unit; }
  if (sizes_ == Sizes::tiny) { scale_ = draw_.log_uniform(1e-38, 1e-15); }
  if (sizes_ == Sizes::huge) { scale_ = draw_.log_uniform(1e2, draw_.chance(0.3) ? 1e18 : 1e4); }
  is_signed_ = draw_.chance(0.6);
  is_of_one_value_ = draw_.chance(0.3);
}

void Sequence::choose_course() {
  constexpr Course all[] = {Course::independent, Course::independent,    Course::walk,       Course::sines,
                            Course::square_wave, Course::there_and_back, Course::cancelling, Course::silences};
  constexpr Course of_one_hot[] = {Course::independent, Course::walk};
  course_ = shape_.kind == Kind::one_hot ? draw_.one_of(of_one_hot) : draw_.one_of(all);
  place_ = draw_.below(shape_.length);
  period_ = draw_.log_uniform_count(5, 3000);
  left_over_ = draw_.chance(0.2) ? 0.0 : draw_.log_uniform(1e-3, 0.1);
  others_ = draw_.chance(0.5) ? 0.0 : draw_.log_uniform(1e-3, 0.5);
  switch (course_) {
    case Course::independent:
    case Course::cancelling: typical_steps_ = 500; break;
    case Course::walk:
    case Course::silences: typical_steps_ = 1500; break;
    case Course::sines: typical_steps_ = 6000; break;
    case Course::square_wave:
      period_ = draw_.log_uniform_count(3, 500);
      typical_steps_ = 3000;
      break;
    case Course::there_and_back: typical_steps_ = 3 * period_ + 200; break;
  }
  if (course_ == Course::sines) {
    waves_.resize(1 + draw_.below(std::min<size_t>(3, shape_.capacity)));
    for (Wave& wave : waves_) {
      wave = {draw_.below(shape_.length), draw_.log_uniform(100.0, 10000.0), draw_.between(0.0, two_pi), size()};
    }
  }
}

void Sequence::choose_rewards() {
  constexpr Rewards choices[] = {Rewards::bounded, Rewards::bounded, Rewards::constant, Rewards::sometimes_huge};
  rewards_ = draw_.one_of(choices);
  if (draw_.chance(0.15)) { reward_scale_ = draw_.log_uniform(1e-6, 1e6); }
}

std::string Sequence::description() const {
  std::string text = format("sizes %s", name(sizes_));
  if (sizes_ == Sizes::tiny || sizes_ == Sizes::huge) { text += format(" %.3g", scale_); }
  text += format(", course %s", name(course_));
  if (course_ == Course::square_wave || course_ == Course::there_and_back || course_ == Course::silences) {
    text += format(" %zu", period_);
  }
  if (course_ == Course::sines) { text += format(" period %.0f", waves_[0].period); }
  text += format(", rewards %s x %.3g", name(rewards_), reward_scale_);
  return text;
}

float Sequence::reward() {
  if (rewards_ == Rewards::constant) { return static_cast<float>(reward_scale_); }
  is_exaggerated_ = rewards_ == Rewards::sometimes_huge && draw_.chance(0.005);
  if (is_exaggerated_) { return static_cast<float>(draw_.number() * draw_.log_uniform(1e2, 1e20)); }
  return static_cast<float>(draw_.number() * reward_scale_);
}

double Sequence::size() {
  switch (sizes_) {
    case Sizes::unit: return 1.0;
    case Sizes::mixed: return draw_.one_of(mixed_sizes);
    case Sizes::phases:
      if (phase_left_ == 0) {
        phase_size_ = draw_.one_of(phase_sizes);
        phase_left_ = draw_.log_uniform_count(1, 300);
      }
      --phase_left_;
      return phase_size_;
    case Sizes::tiny:
    case Sizes::huge: return scale_;
  }
  return 1.0;
}

float Sequence::value() {
  const double magnitude = size() * (is_of_one_value_ ? 1.0 : draw_.uniform());
  return static_cast<float>(is_signed_ && draw_.chance(0.5) ? -magnitude : magnitude);
}

/// Leaves out what is there already or has no room.
void Sequence::add(Features& features, size_t index, float value) const {
  std::vector<Entry>& entries = features.entries;
  if (entries.size() == shape_.capacity) { return; }
  for (const Entry& entry : entries) {
    if (entry.index == index) { return; }
  }
  if (shape_.kind == Kind::active && !entries.empty()) { value = entries[0].value; }
  if (shape_.kind == Kind::active && value == 0.0F) { return; }  // which would stand for 1
  entries.push_back({index, value});
}

void Sequence::add_random(Features& features, size_t count) {
  for (size_t k = 0; k < count; ++k) { add(features, draw_.below(shape_.length), value()); }
}

Features Sequence::next() {
  Features features;
  features.entries.reserve(shape_.capacity);
  const bool may_switch =
      course_ != Course::square_wave && course_ != Course::there_and_back && course_ != Course::cancelling;
  if (shape_.actions > 1 && may_switch && draw_.chance(0.3)) {
    action_ = static_cast<uint32_t>(draw_.below(shape_.actions));
  }
  features.action = action_;
  go_on(features);
  ++time_;
  if (shape_.kind == Kind::one_hot) { features.entries.resize(1, {place_, 1.0F}); }
  if (shape_.kind == Kind::one_hot) { features.entries[0].value = 1.0F; }
  return features;
}

void Sequence::go_on(Features& features) {
  switch (course_) {
    case Course::independent: add_random(features, 1 + draw_.below(shape_.capacity)); break;
    case Course::walk: walk(features); break;
    case Course::sines: sines(features); break;
    case Course::square_wave: square_wave(features); break;
    case Course::there_and_back: there_and_back(features); break;
    case Course::cancelling: cancelling(features); break;
    case Course::silences: silences(features); break;
  }
  const bool are_full = course_ == Course::independent || course_ == Course::walk;
  if (!are_full && draw_.chance(others_)) { add_random(features, 1 + draw_.below(2)); }
}

/// As tile coding would see a slow walk on a ring: tiles of eight units, displaced against one another.
void Sequence::walk(Features& features) {
  const size_t tilings = std::min<size_t>({shape_.capacity, shape_.length, 8});
  const size_t tiles = shape_.length / tilings;
  const size_t units = 8 * tiles;
  place_ = (place_ + units + draw_.below(3) - 1) % units;
  const float tile_value = static_cast<float>(size() / std::sqrt(static_cast<double>(tilings)));
  for (size_t k = 0; k < tilings; ++k) {
    add(features, k * tiles + (place_ + k * 8 / tilings) / 8 % tiles, tile_value);
  }
}

void Sequence::sines(Features& features) {
  for (const Wave& wave : waves_) {
    const double angle = two_pi * static_cast<double>(time_) / wave.period + wave.phase;
    add(features, wave.index, static_cast<float>(wave.amplitude * std::sin(angle)));
  }
}

/// +1 for a number of steps, then -1 for as many.
void Sequence::square_wave(Features& features) {
  const double magnitude = sizes_ == Sizes::mixed ? 1.0 : size();
  add(features, place_, static_cast<float>(time_ / period_ % 2 == 0 ? magnitude : -magnitude));
}

/// +1 for a number of steps, then -1 until the trace is about zero, and again.
void Sequence::there_and_back(Features& features) {
  if (time_ % period_ == 0 && !is_on_the_way_back_ && time_ > 0) { is_on_the_way_back_ = true; }
  if (is_on_the_way_back_ && trace_ <= 0.0) {
    is_on_the_way_back_ = false;
    if (draw_.chance(0.5)) { place_ = draw_.below(shape_.length); }
    trace_ = 0.0;
  }
  const double direction = is_on_the_way_back_ ? -1.0 : 1.0;
  const float x = static_cast<float>(direction * (sizes_ == Sizes::mixed ? 1.0 : size()));
  trace_ = static_cast<double>(lambda_) * trace_ + static_cast<double>(x);
  add(features, place_, x);
}

/// A feature occurs, and in the next step its trace is taken off again, or all but a little of it.
void Sequence::cancelling(Features& features) {
  trace_ *= static_cast<double>(lambda_);
  if (!is_on_the_way_back_ && draw_.chance(0.5)) {
    place_ = draw_.below(shape_.length);
    trace_ = 0.0;
  }
  const float x = is_on_the_way_back_ ? static_cast<float>(-trace_ * (1.0 - left_over_)) : value();
  is_on_the_way_back_ = !is_on_the_way_back_;
  trace_ += static_cast<double>(x);
  add(features, place_, x);
}

/// Nothing for `period` steps, then as many with features.
void Sequence::silences(Features& features) {
  if (time_ / period_ % 2 == 1) { return; }
  add_random(features, 1 + draw_.below(shape_.capacity));
}

}  // namespace search
