#pragma once
/// What came out of a topic of the theory part, as plain data: files, plots and the report only read it.

#include <string>
#include <vector>

#include "experiments/charts/line_chart.hpp"
#include "reproduction/claims/claim.hpp"

namespace ballast::reproduction {

using namespace experiments;

/// A chart, and its curves as a CSV file.
struct TopicChart {
  std::string stem;  ///< of its files, unique in a run: "theory_joint_ball_2"
  LineChart chart;   ///< with its y axis chosen
  std::string caption;
};

struct TopicTable {
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  ///< each as long as the header
};

struct TopicResult {
  std::string name;               ///< as in claims and files: "joint_ball"
  std::string title;              ///< "The joint ball of Algorithm 1"
  std::vector<std::string> text;  ///< paragraphs in plain letters (math_markup.hpp)
  std::vector<TopicChart> charts;
  std::vector<TopicTable> tables;
  std::vector<Claim> claims;  ///< judged, made by topic_claim()
};

/// Claim::figure of all claims of the theory part.
constexpr const char* theory_figure = "theory";

/// What the ids of a topic's claims begin with: "theory.joint_ball."
inline std::string claims_prefix(const std::string& topic) {
  return std::string(theory_figure) + "." + topic + ".";
}

/// A claim of a topic, still without numbers, parts and verdict. Its id is "theory.<topic>.<name>".
inline Claim topic_claim(const std::string& topic, const std::string& name, Source source, const std::string& statement,
                         const std::string& rule) {
  return {theory_figure, claims_prefix(topic) + name, source, statement, rule, {}, Verdict::undecided, ""};
}

/// `<stem>.csv` of each chart: curve,x,y,low,high. Where there is no number, y, low and high are empty.
void write_csv(const TopicChart& chart, const std::string& folder);

}  // namespace ballast::reproduction
