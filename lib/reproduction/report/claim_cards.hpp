#pragma once
/// A card for each claim: its verdict, what was measured, its rule and its parts.

#include <string>

#include "experiments/page/html_writer.hpp"
#include "reproduction/figures/results.hpp"

namespace ballast::reproduction {

/// "✓ holds" as a coloured label.
std::string label_html(Verdict verdict);

/// The same for a claim; if it has several parts and holds in part, with their number: "holds in part (1 of 6)".
std::string label_html(const Claim& claim);

/// Where a claim of one figure is about one of its environments, its id says so: "fig4.pendulum.".
std::string statement_of(const Claim& claim);

/// Those of one figure and source, if there are any.
void write_claims(HtmlWriter& writer, const Results& results, const std::string& figure, Source source,
                  const char* heading);

/// Those of a topic of the theory part, if there are any: the paper's and ours in their order.
void write_topic_claims(HtmlWriter& writer, const Results& results, const std::string& topic);

}  // namespace ballast::reproduction
