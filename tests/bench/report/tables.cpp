#include "tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "dense_names.hpp"
#include "verdicts.hpp"

namespace bench {
namespace {

// --- Markdown --------------------------------------------------------------------------------------------------------

using Cells = std::vector<std::string>;

/// The first `left` columns are texts, the others numbers.
class MarkdownTable {
 public:
  explicit MarkdownTable(const Cells& header, std::size_t left = 1) {
    add(header);
    Cells rules(header.size(), "---:");
    std::fill_n(rules.begin(), left, "---");
    add(rules);
  }
  void add(const Cells& cells) { text_ += fmt::format("| {} |\n", fmt::join(cells, " | ")); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Three digits; nothing, if it was not measured.
std::string number(std::optional<double> x) {
  if (!x) { return ""; }
  return fmt::format("{:.{}f}", *x, *x < 9.995 ? 2 : *x < 99.95 ? 1 : 0);
}

// --- verdicts --------------------------------------------------------------------------------------------------------

std::string verdict_table(const std::vector<Verdict>& verdicts) {
  MarkdownTable table({"claim", "bound", "worst", "verdict", "where the worst is"}, 2);
  for (const Verdict& verdict : verdicts) {
    const bool is_measured = verdict.outcome != Outcome::not_measured;
    table.add({verdict.claim, fmt::format("{} {:.2f}", verdict.is_upper_bound ? "<=" : ">=", verdict.bound),
               is_measured ? number(verdict.worst) : "",
               verdict.outcome == Outcome::holds ? "holds" : fmt::format("**{}**", text_of(verdict.outcome)),
               verdict.where});
  }
  return table.text();
}

// --- dense -----------------------------------------------------------------------------------------------------------

/// For both projections: "18.7 / 28.7".
std::string pair(const Results& results, const Variant& variant, const std::string& of_case, const char* above,
                 const char* below) {
  const auto one = [&](const std::string& ball) {
    const auto name = [&](const char* pattern) { return fmt::format(fmt::runtime(pattern), ball); };
    return number(*below == '\0' ? results.time(variant, of_case, name(above))
                                 : results.ratio(variant, of_case, name(above), name(below)));
  };
  return one("none") + " / " + one("joint");
}

std::string dense_table(const Results& results, const Variant& variant) {
  MarkdownTable table({"none / joint ball", "ns", "times the floor", "times plain Eigen",
                       "Eigen, same work: times ours", "`std::vector`: times ours", "standard rule: times ours"});
  for (const std::string& scalar : real_scalars) {
    for (const int d : dimensions) {
      const std::string of_case = dense_case(scalar, d);
      const auto cell = [&](const char* above, const char* below) {
        return pair(results, variant, of_case, above, below);
      };
      table.add({fmt::format("{}, {}", scalar, d), cell("ballast_{}", ""), cell("ballast_{}", "floor"),
                 cell("ballast_{}", "eigen_plain_{}"), cell("eigen_same_{}", "ballast_{}"),
                 cell("vector", "ballast_{}"), cell("ballast_standard_{}", "ballast_{}")});
    }
  }
  return table.text();
}

/// One row for each case, one column for each variant: `times(variant)` of each cell.
Cells header_of_variants(const std::string& first) {
  Cells header{first};
  for (const Variant& variant : variants) { header.push_back(fmt::format("`{}`", variant.title)); }
  return header;
}

/// "time of the first (times the second, times the third, ...)" for each variant.
Cells row_of_variants(const Results& results, const std::string& title, const std::string& of_case,
                      const Cells& contenders) {
  Cells row{title};
  for (const Variant& variant : variants) {
    std::string text = number(results.time(variant, of_case, contenders.front()));
    for (std::size_t i = 1; i < contenders.size(); ++i) {
      text += fmt::format(" / {}", number(results.time(variant, of_case, contenders[i])));
    }
    row.push_back(text);
  }
  return row;
}

std::string projection_table(const Results& results) {
  MarkdownTable table(header_of_variants("none / joint / separate / WithoutOnes"));
  for (const std::string& scalar : real_scalars) {
    for (const int d : {16, 64, 1024}) {
      table.add(row_of_variants(results, fmt::format("{}, {}", scalar, d), dense_case(scalar, d),
                                {"ballast_none", "ballast_joint", "ballast_separate", "ballast_without_ones"}));
    }
  }
  return table.text();
}

std::string unaligned_table(const Results& results) {
  MarkdownTable table(header_of_variants("joint ball / unaligned / floor / unaligned"));
  for (const std::string& scalar : real_scalars) {
    for (const int d : {64, 65, 256, 1000, 1024, 4096}) {
      table.add(row_of_variants(results, fmt::format("{}, {}", scalar, d), dense_case(scalar, d),
                                {"ballast_joint", "ballast_joint_unaligned", "floor", "floor_unaligned"}));
    }
  }
  return table.text();
}

std::string fixed_table(const Results& results) {
  MarkdownTable table(header_of_variants("joint ball / standard rule / `std::vector`"));
  for (const int d : fixed_dimensions) {
    table.add(row_of_variants(results, fmt::format("fixed point, {}", d), dense_case("fixed", d),
                              {"ballast_joint", "ballast_standard_joint", "vector"}));
  }
  return table.text();
}

// --- sparse ----------------------------------------------------------------------------------------------------------

std::string sparse_table(const Results& results) {
  const Cells contenders{"ballast_none", "ballast_joint", "list", "floor"};
  MarkdownTable table(header_of_variants("none / joint ball / live list / floor"));
  const auto add = [&](const std::string& title, const std::string& of_case) {
    table.add(row_of_variants(results, title, of_case, contenders));
  };
  add("8 of 4096, random", "walk/random");
  add("8 of 4096, slow walk", "walk/slow");
  add("8 of 4096, hardly moves", "walk/very_slow");
  for (const int active : {1, 8, 32}) {
    for (const char* lambda : {"0", "0.25", "0.9"}) {
      for (const int d : {1024, 1048576}) {
        add(fmt::format("{} of {}, lambda {}", active, d, lambda), fmt::format("sparse/{}/{}/{}", d, active, lambda));
      }
    }
  }
  for (const int d : {16384, 131072}) {
    add(fmt::format("8 of {}, lambda 0.25", d), fmt::format("sparse/{}/8/0.25", d));
  }
  add("8 anywhere in 1048576", "anywhere/1048576/8/0.25");
  return table.text();
}

// --- everything else -------------------------------------------------------------------------------------------------

std::string other_table(const Results& results) {
  MarkdownTable table(header_of_variants("Ballast / the other"));
  const auto add = [&](const std::string& title, const std::string& of_case, const Cells& contenders) {
    table.add(row_of_variants(results, title, of_case, contenders));
  };
  add("agent, tick that learns / live list", "agent/learning", {"ballast", "list"});
  add("agent, tick that does not / live list", "agent/frozen", {"ballast", "list"});
  add("8 tilings of 2 inputs / without checks", "map/tiles", {"ballast", "vector"});
  add("100 random Fourier features / `std::cos` / Eigen", "map/fourier", {"ballast", "vector", "eigen"});
  add("update with a one-hot feature of 64 / the array", "map/one_hot", {"ballast", "array"});
  add("snapshot of 1024 floats, save / copy and CRC-32", "snapshot/save", {"ballast", "copy"});
  add("snapshot of 1024 floats, resume / copy and CRC-32", "snapshot/resume", {"ballast", "copy"});
  add("`ballast replay` (g++ -O3) of 2000 rows of 20 features / strtod, loop, printf", "replay/csv",
      {"ballast", "loop"});
  return table.text();
}

std::string verdict_count(const std::vector<Verdict>& verdicts) {
  const auto count = std::count_if(verdicts.begin(), verdicts.end(),
                                   [](const Verdict& verdict) { return verdict.outcome == Outcome::holds; });
  return fmt::format("{} of {} bounds hold", count, verdicts.size());
}

}  // namespace

std::string tables_of(const Results& results) {
  const auto verdicts = verdicts_of(results);
  std::string text = fmt::format("Measured with {}.\n\n## Verdicts\n\n{}.\n\n{}", results.about(),
                                 verdict_count(verdicts), verdict_table(verdicts));
  for (const Variant& variant : variants) {
    text += fmt::format("\n## Dense learners, `{}`\n\n{}", variant.title, dense_table(results, variant));
  }
  text += fmt::format("\n## Projections, in ns\n\n{}", projection_table(results));
  text += fmt::format("\n## Odd places, in ns\n\n{}", unaligned_table(results));
  text += fmt::format("\n## Fixed point, in ns\n\n{}", fixed_table(results));
  text += fmt::format("\n## Sparse learners, in ns\n\n{}", sparse_table(results));
  text += fmt::format("\n## Agents, feature maps, snapshots, replay, in ns\n\n{}", other_table(results));
  return text;
}

std::string excerpt_of(const Results& results) {
  const Variant& variant = variants[0];
  MarkdownTable table({"float, joint ball", "ns", "ours / floor", "plain Eigen / ours", "Eigen, same work / ours",
                       "`std::vector` / ours", "live list / ours"});
  for (const int d : {16, 64, 256, 1024}) {
    const std::string of_case = dense_case("float", d);
    const auto times_ours = [&](const char* other) {
      return number(results.ratio(variant, of_case, other, "ballast_joint"));
    };
    table.add({fmt::format("{} features", d), number(results.time(variant, of_case, "ballast_joint")),
               number(results.ratio(variant, of_case, "ballast_joint", "floor")), times_ours("eigen_plain_joint"),
               times_ours("eigen_same_joint"), times_ours("vector"), ""});
  }
  for (const int d : {1024, 1048576}) {
    const std::string of_case = fmt::format("sparse/{}/8/0.25", d);
    const auto times_ours = [&](const char* other) {
      return number(results.ratio(variant, of_case, other, "ballast_joint"));
    };
    table.add({fmt::format("8 active of {}", d), number(results.time(variant, of_case, "ballast_joint")),
               number(results.ratio(variant, of_case, "ballast_joint", "floor")), "", "", times_ours("vector"),
               times_ours("list")});
  }
  return fmt::format("{}\n{}: [docs/bench.md](docs/bench.md).\n", table.text(), verdict_count(verdicts_of(results)));
}

}  // namespace bench
