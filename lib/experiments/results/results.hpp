#pragma once
/// What `ballast reproduce` has found, as plain data: figures, claims, and what goes beyond the paper. The engine fills
/// it; CSV files, claims.json, plots and the report only read it. All of it is the same for any number of jobs: no
/// times, no paths, no thread counts.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tool::reproduce {

// --- what is compared -----------------------------------------------------------------------------------------------

enum class Method : std::uint8_t { standard, implicit, implicit_r1000, implicit_r5000 };

/// As in the CSV files: standard, implicit, implicit_r1000, implicit_r5000.
const char* name_of(Method method);

/// For legends and sentences: "standard", "implicit", "implicit, R = 1000", "implicit, R = 5000".
const char* label_of(Method method);

enum class Environment : std::uint8_t { mrp, boyan, access_control, pendulum };

/// As in seeds, options and JSON: mrp, boyan, access_control, pendulum.
const char* name_of(Environment environment);

// --- figures --------------------------------------------------------------------------------------------------------

/// A mean over trials and the half width of its 95 % interval (Student). The half width is NaN with a single trial,
/// and is then written as nothing.
struct Estimate {
  double mean;
  double ci95;
};

/// One method at one place of an axis.
struct Cell {
  Method method;
  double x;             ///< what the axis of its sweep says: the step-size (control: beta_0 / 400) or the ratio c
  std::string measure;  ///< "loss" in evaluation; in control "mean_all", "mean_last_5000", "final_omega", "greedy_gain"

  /// Nothing, if any trial overflowed: such a cell shows `overflowed` and no number.
  std::optional<Estimate> estimate;
  std::uint32_t trials;
  std::uint32_t overflowed;   ///< trials that ended in a refused update
  std::uint64_t projections;  ///< how often the projection acted, over all trials
};

/// A panel with a step-size or ratio along x: a CSV file.
struct Sweep {
  std::string stem;                   ///< of its files: "fig2_left", "fig4_pendulum", "fig7_boyan"
  Environment environment;            ///
  std::string title;                  ///< "MRP, constant step-size"
  std::string x_name;                 ///< the column: "step_size" or "ratio"
  std::string x_label;                ///< for the axis
  std::string y_label;                ///< for the axis, of the first measure
  std::vector<std::string> measures;  ///< one ("loss") in evaluation, and the CSV then has no such column
  std::vector<Cell> cells;            ///< method by method, then by measure, then by ascending x

  /// Nothing, if there is no such cell.
  const Cell* find(Method method, double x, const std::string& measure) const;
  const Cell* find(Method method, double x) const { return find(method, x, measures.front()); }

  /// The cells of one curve, by ascending x.
  std::vector<const Cell*> curve(Method method, const std::string& measure) const;
  std::vector<const Cell*> curve(Method method) const { return curve(method, measures.front()); }
};

/// The loss of one method after t updates; t = 0 is the start.
struct Point {
  Method method;
  std::uint32_t t;
  std::optional<Estimate> estimate;  ///< nothing from the step on at which a trial overflowed
};

/// A panel with time along x: a CSV file.
struct Course {
  std::string stem;  ///< "fig2_right"
  Environment environment;
  std::string title;          ///< "MRP, constant step-size 1"
  double step_size;           ///< beta_0
  std::vector<Point> points;  ///< method by method, t = 0, 1, ..., T: every step. Plots will want to take fewer

  std::vector<const Point*> curve(Method method) const;
};

struct Figure {
  int number;         ///< 1 to 7, as in the paper
  std::string title;  ///< "MRP under a constant step-size"
  std::string setup;  ///< a sentence or two: environment, schedule, lambda, c, steps, trials
  std::vector<Sweep> sweeps;
  std::vector<Course> courses;  ///< none (4, 7) or one

  const Sweep& sweep(const std::string& stem) const;
};

// --- claims ---------------------------------------------------------------------------------------------------------

enum class Verdict : std::uint8_t { holds, holds_in_part, does_not_hold };

/// holds, holds_in_part, does_not_hold
const char* name_of(Verdict verdict);
/// "holds", "holds in part", "does not hold"
const char* label_of(Verdict verdict);

/// Whose sentence it is.
enum class Source : std::uint8_t {
  paper,    ///< the paper says it, here in our words
  ballast,  ///< we say it: a limit or a finding that the paper does not mention
};
const char* name_of(Source source);

struct Claim {
  int figure;                                           ///< 1 to 7
  std::string id;                                       ///< stable, unique: "fig2.implicit_lower_at_1.0"
  Source source;                                        ///
  std::string statement;                                ///< what is claimed, in our words
  std::string rule;                                     ///< how the verdict follows from the numbers, in words
  std::vector<std::pair<std::string, double>> numbers;  ///< those the rule looks at, in order; NaN for an overflow
  Verdict verdict;                                      ///< computed from `numbers` by `rule`
  std::string measured;                                 ///< a sentence with the numbers in it, made from them
};

// --- beyond the paper -----------------------------------------------------------------------------------------------

/// A cell in double and in float: the same instances, start weights and (in evaluation) trajectories.
struct FloatBesideDouble {
  std::string sweep;  ///< its stem
  Method method;
  double x;
  std::string measure;
  Cell in_double;
  Cell in_float;
};

/// Between which step-sizes a method stays within twice its best loss, on the grid of its sweep.
struct UsefulRange {
  std::string sweep;  ///< its stem
  Method method;
  double best_x;
  double best_loss;
  double low;            ///< the slow end: the smallest step-size of the stretch around best_x
  double high;           ///< the fast end
  bool low_is_at_edge;   ///< the sweep begins there: the range may go on
  bool high_is_at_edge;  ///< the sweep ends there
};

/// A chain on which the implicit rule alone diverges, followed with and without a projection.
struct DivergenceRun {
  std::string chain;    ///< "cycle" (three states, features 120 degrees apart, lambda 0) or "near_cycle" (six states,
                        ///< the paper's features)
  std::string variant;  ///< "standard", "implicit", "implicit_r10", "implicit_r1000", "implicit_r5000"
  double step_size;
  std::vector<std::pair<std::uint32_t, double>> norms;  ///< (t, ||theta_t||) at t = 0 and powers of ten and between
  std::vector<std::pair<std::uint32_t, double>>
      losses;  ///< (t, loss), where there is a theta* to compare with, and as long as double can hold it
  std::uint32_t projections;
  std::uint32_t overflowed_at;  ///< the step at which an update was refused; 0 if none
};

/// ||theta|| over a very long run with a constant step-size, in the MRP.
struct DriftRun {
  std::string scalar;         ///< "double" or "float"
  bool is_direction_removed;  ///< the constant direction: Pi_O
  double step_size;
  std::vector<std::pair<std::uint32_t, double>> norms;   ///< (t, ||theta_t||) at t = 10, 100, ... 10^7 and between
  std::vector<std::pair<std::uint32_t, double>> losses;  ///< (t, loss): what the drift does to what counts
};

/// What a policy does with each customer: accept[k][c - 1] is the share of runs (0 to 1) that accept a customer of
/// class c when k servers are free. accept[0] is all 0: nobody can be accepted.
struct AdmissionPolicy {
  std::string name;  ///< "optimal", "implicit at 1.5", "standard at 1.5", "always accept"
  std::vector<std::vector<double>> accept;
  double gain;                 ///< its exact average reward; the mean over runs for what was learned
  double disagreements;        ///< in how many of the 40 states with a choice it differs from the optimal one (mean)
  double worst_gain;           ///< over runs
  double best_gain;            ///< over runs
  std::uint32_t runs;          ///< 0 for a policy that was not learned
  std::uint32_t best_run = 0;  ///< the run that learned best_gain
  std::vector<std::vector<double>> best_accept;  ///< its policy, all 0 or 1; empty if none was learned
};

struct Beyond {
  std::vector<FloatBesideDouble> float_beside_double;
  std::vector<UsefulRange> useful_ranges;
  std::vector<DivergenceRun> divergence;
  std::vector<DriftRun> drift;
  std::vector<double> drift_rates;         ///< by how much a step moves theta, for the instance of trial 0, 1, ...
  std::vector<AdmissionPolicy> admission;  ///< the optimal one first; what was learned, if no run overflowed

  /// Other readings of the paper, with stems of their own, beside the figure they belong to:
  /// "fig4_access_control_raw_hold", "fig4_pendulum_raw_hold" (the held step-size is beta_0 itself: 100 to 600),
  /// "fig5_left_without_hold" (the decay begins at once).
  std::vector<Sweep> other_readings;
};

// --- the whole ------------------------------------------------------------------------------------------------------

/// What made the results.
struct RunInfo {
  std::string version;  ///< of Ballast
  std::string command;  ///< makes the same results again; without --jobs and --out, which change nothing
  std::uint64_t seed;
  std::uint32_t evaluation_trials;
  std::uint32_t control_trials;
  std::uint32_t evaluation_steps;
  std::uint32_t control_steps;  ///< 15,000, or fewer in a preview
  std::string scalar;           ///< "double" or "float"
  bool is_preview;              ///< --quick: to be said wherever results are shown
  std::map<std::string, std::string>
      readings;  ///< of the paper, where it has more than one: "scaling" -> "whole matrix"
};

/// One trial has no interval, and rules ask for intervals.
inline bool has_intervals(const RunInfo& info) {
  return info.evaluation_trials > 1 && info.control_trials > 1;
}
constexpr const char* no_verdicts = "No verdicts: with one trial there are no intervals to judge by.";

struct Results {
  RunInfo info;
  std::vector<Figure> figures;   ///< those that were asked for, by ascending number
  std::vector<Claim> claims;     ///< of those figures
  std::optional<Beyond> beyond;  ///< only if all figures were asked for

  const Figure* figure(int number) const;
};

}  // namespace tool::reproduce
