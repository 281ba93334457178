#pragma once
/// One learner of a case with what it must satisfy by itself, whatever the others say: it stays in its ball, everything
/// is finite, its counts are right, and a refused transition changes nothing but the count of rejections.

#include <memory>
#include <vector>

#include "any_learner.hpp"
#include "tally.hpp"

namespace search {

/// How far a norm may be outside its ball, as a fraction of the radius: rounding of a sum of up to 1024 squares.
constexpr double ball_tolerance = 1e-5;

class Contender {
 public:
  Contender(const char* name, std::unique_ptr<AnyLearner> learner, const Settings& settings, Tally& tally);

  void refuse_before_start(const Transition& transition);
  void start(const std::vector<float>& weights, float average_reward);
  void start_from_zero();

  /// Other numbers from the next update on. Everything else is as before, as the old numbers again show.
  void reconfigure(const Settings& settings, bool schedule_begins_again);
  /// Refused, and no byte has changed.
  void refuse_settings(const Settings& settings, ballast::Status expected);

  /// `may_be_refused`: the statuses that the input allows for, besides `ok` and `overflow`; null if those are all.
  struct Expected {
    bool is_good;  // ok, or overflow; otherwise it must be refused as one of
    ballast::Status status;
  };
  const Outcome& update(const Transition& transition, const Expected& expected, bool keeps_bytes);

  /// The same update of a copy gives the same bytes, even if this one was saved, lost and resumed before.
  const Outcome& update_with_copy(const Transition& transition, const Expected& expected);

  void reset_trace();
  void refresh() { learner_->refresh(); }

  /// Reads all weights, and checks them.
  void look();

  const char* name() const { return name_; }
  const Outcome& outcome() const { return outcome_; }
  bool has_learned() const { return outcome_.status == ballast::Status::ok; }
  const std::vector<double>& weights() const { return weights_; }
  double average_reward() const { return learner_->average_reward(); }
  double largest_weight() const;

 private:
  static bool is_same(const AnyLearner& a, const AnyLearner& b, bool in_every_byte);
  void expect_counts_of_start();
  void check_status(const Expected& expected) const;
  void check_report() const;
  void check_counts() const;
  void check_untouched() const;
  void check_ball();
  void check_norm(double norm, double radius);
  [[noreturn]] void fail(const char* what, const std::string& details = {}) const;

  const char* name_;
  std::unique_ptr<AnyLearner> learner_;
  Settings settings_;
  Tally& tally_;
  Outcome outcome_;
  std::vector<double> weights_;
  std::vector<double> trace_;
  std::vector<unsigned char> before_;
  bool is_in_ball_ = false;  // since the last update with these numbers
  uint32_t updates_ = 0;
  uint32_t rejections_ = 0;
  uint32_t projections_ = 0;
};

}  // namespace search
