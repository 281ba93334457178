#include "verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "dense_names.hpp"

namespace bench {
namespace {

/// All figures that one claim is about.
class Figures {
 public:
  void add(std::optional<double> figure, const std::string& where) {
    if (!figure) {
      if (missing_.empty()) { missing_ = where; }
      return;
    }
    all_.push_back({*figure, where});
  }

  Verdict at_most(const std::string& claim, double bound) const {
    return judged(claim, bound, true, [](const Figure& a, const Figure& b) { return a.value < b.value; });
  }
  Verdict at_least(const std::string& claim, double bound) const {
    return judged(claim, bound, false, [](const Figure& a, const Figure& b) { return a.value > b.value; });
  }
  Verdict mean_at_most(const std::string& claim, double bound) const {
    double logarithms = 0.0;
    for (const Figure& figure : all_) { logarithms += std::log(figure.value); }
    Figures mean;
    mean.missing_ = missing_;
    if (!all_.empty()) {
      mean.add(std::exp(logarithms / static_cast<double>(all_.size())), fmt::format("{} cells", all_.size()));
    }
    return mean.at_most(claim, bound);
  }

 private:
  struct Figure {
    double value;
    std::string where;
  };

  template <class IsBetter>
  Verdict judged(const std::string& claim, double bound, bool is_upper, IsBetter is_better) const {
    if (!missing_.empty() || all_.empty()) { return {claim, is_upper, bound, 0.0, missing_, Outcome::not_measured}; }
    const Figure& worst = *std::max_element(all_.begin(), all_.end(), is_better);
    const bool holds = is_upper ? worst.value <= bound : worst.value >= bound;
    return {claim, is_upper, bound, worst.value, worst.where, holds ? Outcome::holds : Outcome::does_not_hold};
  }

  std::vector<Figure> all_;
  std::string missing_;
};

// --- dense learners --------------------------------------------------------------------------------------------------

struct Cell {
  const Variant& variant;
  std::string scalar;
  int d;
  std::string ball;

  std::string of_case() const { return dense_case(scalar, d); }
  std::string where() const { return fmt::format("{}, d = {}, {}; {}", scalar, d, ball, variant.title); }
};

bool is_any(const Variant& /*variant*/) {
  return true;
}
bool has_bounds(const Variant& variant) {
  return variant.has_bounds;
}

/// figure(cell) of every cell.
template <class IsMeant, class Dimensions, class Balls, class Figure>
Figures dense_figures(IsMeant is_meant, const Dimensions& ds, const Balls& of_balls, Figure figure) {
  Figures figures;
  for (const Variant& variant : variants) {
    if (!is_meant(variant)) { continue; }
    for (const std::string& scalar : real_scalars) {
      for (const int d : ds) {
        for (const std::string& ball : of_balls) {
          const Cell cell{variant, scalar, d, ball};
          figures.add(figure(cell), cell.where());
        }
      }
    }
  }
  return figures;
}

const std::vector<int> small{4, 16, 17, 32, 63, 64};
const std::vector<int> medium{256, 512};
const std::vector<int> large{1000, 1024, 4096};
const std::vector<int> from_256{256, 512, 1000, 1024, 4096};

void judge_floor(const Results& results, std::vector<Verdict>& verdicts) {
  const auto add = [&](const char* claim, const std::vector<int>& ds, const std::string& ball,
                       const std::string& placement, double bound) {
    const Figures figures = dense_figures(has_bounds, ds, std::vector{ball}, [&](const Cell& cell) {
      return results.ratio(cell.variant, cell.of_case(), "ballast_" + ball + placement, "floor" + placement);
    });
    verdicts.push_back(figures.at_most(claim, bound));
  };
  add("times the floor, d >= 1000, no projection", large, "none", "", 1.40);
  add("times the floor, d >= 1000, joint ball", large, "joint", "", 1.60);
  add("times the floor, 256 <= d < 1000, no projection", medium, "none", "", 1.75);
  add("times the floor, 256 <= d < 1000, joint ball", medium, "joint", "", 2.10);
  add("times the floor at the same odd places, d >= 1000, joint ball", large, "joint", "_unaligned", 1.60);
  add("times the floor at the same odd places, 256 <= d < 1000, joint ball", medium, "joint", "_unaligned", 2.10);
}

void judge_eigen(const Results& results, std::vector<Verdict>& verdicts) {
  const Figures of_plain = dense_figures(has_bounds, small, balls, [&](const Cell& cell) {
    return results.ratio(cell.variant, cell.of_case(), "ballast_" + cell.ball, "eigen_plain_" + cell.ball);
  });
  verdicts.push_back(of_plain.at_most("times plain Eigen, d = 4 to 64", 1.55));
  verdicts.push_back(of_plain.mean_at_most("times plain Eigen, d = 4 to 64, geometric mean", 1.25));
  const Figures of_same_work = dense_figures(has_bounds, from_256, balls, [&](const Cell& cell) {
    return results.ratio(cell.variant, cell.of_case(), "eigen_same_" + cell.ball, "ballast_" + cell.ball);
  });
  verdicts.push_back(of_same_work.at_least("times faster than Eigen that does the same work, d >= 256", 1.15));
}

// --- costs that grow right -------------------------------------------------------------------------------------------

std::optional<double> time_at(const Results& results, const Cell& cell, int d, const std::string& contender) {
  return results.time(cell.variant, dense_case(cell.scalar, d), contender);
}

/// How much longer an update takes at cell.d than at d, over how much longer it may: in proportion to d, or as the
/// floor, which grows faster where a cache ends.
std::optional<double> excess_growth(const Results& results, const Cell& cell, int d) {
  const auto before = time_at(results, cell, d, "ballast_" + cell.ball);
  const auto after = time_at(results, cell, cell.d, "ballast_" + cell.ball);
  const auto floor_before = time_at(results, cell, d, "floor");
  const auto floor_after = time_at(results, cell, cell.d, "floor");
  if (!before || !after || !floor_before || !floor_after) { return {}; }
  const double allowed = std::max(static_cast<double>(cell.d) / d, *floor_after / *floor_before);
  return *after / *before / allowed;
}

/// The time at cell.d over that on the line between two other dimensions.
std::optional<double> times_the_line(const Results& results, const Cell& cell, int below, int above) {
  const auto low = time_at(results, cell, below, "ballast_" + cell.ball);
  const auto high = time_at(results, cell, above, "ballast_" + cell.ball);
  const auto time = time_at(results, cell, cell.d, "ballast_" + cell.ball);
  if (!low || !high || !time) { return {}; }
  return *time / (*low + (*high - *low) * (cell.d - below) / (above - below));
}

void judge_growth(const Results& results, std::vector<Verdict>& verdicts) {
  const std::vector<int> steps{128, 256, 512, 1024, 4096};
  const Figures growth = dense_figures(is_any, steps, balls, [&](const Cell& cell) {
    return excess_growth(results, cell, cell.d == 4096 ? 1024 : cell.d / 2);
  });
  verdicts.push_back(growth.at_most("growth from d = 64 on, over that of d or of the floor", 1.10));

  const std::vector<int> odd{17, 63, 65, 1000};
  const Figures cliffs = dense_figures(is_any, odd, balls, [&](const Cell& cell) {
    const int below = cell.d == 17 ? 16 : cell.d == 63 ? 32 : cell.d == 65 ? 64 : 512;
    return times_the_line(results, cell, below, below * 2);
  });
  verdicts.push_back(cliffs.at_most("d = 17, 63, 65, 1000: times the line between its neighbours", 1.35));
}

/// The paper's claim of equal cost.
void judge_rules(const Results& results, std::vector<Verdict>& verdicts) {
  Figures figures = dense_figures(is_any, dimensions, balls, [&](const Cell& cell) {
    return results.ratio(cell.variant, cell.of_case(), "ballast_" + cell.ball, "ballast_standard_" + cell.ball);
  });
  for (const Variant& variant : variants) {
    for (const int d : fixed_dimensions) {
      figures.add(results.ratio(variant, dense_case("fixed", d), "ballast_joint", "ballast_standard_joint"),
                  Cell{variant, "fixed", d, "joint"}.where());
    }
  }
  verdicts.push_back(figures.at_most("implicit: times the standard rule, at every d", 1.10));
}

// --- sparse learners and agents --------------------------------------------------------------------------------------

/// figure(variant, name) for each variant and name.
template <class Names, class Figure>
Figures figures_of(const Names& names, Figure figure) {
  Figures figures;
  for (const Variant& variant : variants) {
    for (const std::string& name : names) {
      figures.add(figure(variant, name), fmt::format("{}; {}", name, variant.title));
    }
  }
  return figures;
}

void judge_walks(const Results& results, std::vector<Verdict>& verdicts) {
  const auto add = [&](const char* claim, const char* walk, const char* contender, double bound) {
    const Figures figures =
        figures_of(std::vector<std::string>{walk}, [&](const Variant& variant, const std::string& of_case) {
          return results.ratio(variant, of_case, "list", contender);
        });
    verdicts.push_back(figures.at_least(claim, bound));
  };
  add("times faster than the list, random features, no projection", "walk/random", "ballast_none", 5.0);
  add("times faster than the list, random features, joint ball", "walk/random", "ballast_joint", 4.5);
  add("times faster than the list, slow walk, no projection", "walk/slow", "ballast_none", 3.0);
  add("times faster than the list, slow walk, joint ball", "walk/slow", "ballast_joint", 2.7);
  add("times faster than the list, walk that hardly moves, no projection", "walk/very_slow", "ballast_none", 1.0);
  add("times faster than the list, walk that hardly moves, joint ball", "walk/very_slow", "ballast_joint", 1.0);
}

void judge_sparse_growth(const Results& results, std::vector<Verdict>& verdicts) {
  std::vector<std::string> cases;
  for (const int active : {1, 8, 32}) {
    for (const char* lambda : {"0", "0.25", "0.9"}) { cases.push_back(fmt::format("{}/{}", active, lambda)); }
  }
  const auto growth = [&](const Variant& variant, const std::string& name, const std::string& contender) {
    const auto few = results.time(variant, "sparse/1024/" + name, contender);
    const auto many = results.time(variant, "sparse/1048576/" + name, contender);
    return few && many ? std::optional<double>(*many / *few) : std::nullopt;
  };
  for (const std::string& ball : balls) {
    const Figures figures = figures_of(cases, [&](const Variant& variant, const std::string& name) {
      return growth(variant, name, "ballast_" + ball);
    });
    verdicts.push_back(figures.at_most(
        "sparse, 2^20 features: times 2^10, " + std::string(ball == "none" ? "no projection" : "joint ball"), 1.15));
  }
}

void judge_agent(const Results& results, std::vector<Verdict>& verdicts) {
  const Figures figures =
      figures_of(std::vector<std::string>{"agent"}, [&](const Variant& variant, const std::string&) {
        const auto frozen = results.time(variant, "agent/frozen", "ballast");
        const auto learning = results.time(variant, "agent/learning", "ballast");
        return frozen && learning ? std::optional<double>(*frozen / *learning) : std::nullopt;
      });
  verdicts.push_back(figures.at_most("a tick that does not learn: times one that does", 1.0));
}

}  // namespace

std::vector<Verdict> verdicts_of(const Results& results) {
  std::vector<Verdict> verdicts;
  judge_floor(results, verdicts);
  judge_eigen(results, verdicts);
  judge_growth(results, verdicts);
  judge_rules(results, verdicts);
  judge_walks(results, verdicts);
  judge_sparse_growth(results, verdicts);
  judge_agent(results, verdicts);
  return verdicts;
}

const char* text_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::holds: return "holds";
    case Outcome::does_not_hold: return "does not hold";
    case Outcome::not_measured: return "not measured";
  }
  return "";
}

std::string text_of(const Verdict& verdict) {
  const std::string bound = fmt::format("{} {:.2f}", verdict.is_upper_bound ? "at most" : "at least", verdict.bound);
  if (verdict.outcome == Outcome::not_measured) {
    return fmt::format("{}: {}: not measured ({})", verdict.claim, bound, verdict.where);
  }
  return fmt::format("{}: {}: {}, {:.2f} ({})", verdict.claim, bound, text_of(verdict.outcome), verdict.worst,
                     verdict.where);
}

}  // namespace bench
