#include "reproduction/report/claim_cards.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"
#include "reproduction/claims/stability.hpp"

#include <html_fragments.hpp>
#include <page_fragments.hpp>

namespace ballast::reproduction {
namespace {

// --- parts ----------------------------------------------------------------------------------------------------------

/// So many are shown; more are folded.
constexpr std::size_t parts_shown = 4;

std::string summary_of(const std::vector<Part>& parts) {
  const std::size_t met = count_met(parts);
  return fmt::format("{} of its {} parts {} met", met, parts.size(), met == 1 ? "is" : "are");
}

const char* sign_of(PartState state) {
  return state == PartState::met ? "\u2713" : state == PartState::missed ? "\u2717" : "?";
}

/// As the style sheet calls it.
const char* class_of(PartState state) {
  return state == PartState::missed ? "unmet" : name_of(state);
}

void write_list(HtmlWriter& writer, const std::vector<Part>& parts) {
  writer.print(html::parts);
  for (const Part& part : parts) {
    writer.print(html::part, class_of(part.state), sign_of(part.state), name_of(part.state),
                 math_markup_html(part.text));
  }
  writer.print(page::end_list);
}

void write_parts(HtmlWriter& writer, const std::vector<Part>& parts) {
  if (parts.empty()) { return; }
  const bool is_folded = parts.size() > parts_shown;
  if (is_folded) { writer.print(page::details, summary_of(parts)); }
  write_list(writer, parts);
  if (is_folded) { writer.print(page::end_details); }
}

const char* sign_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: return "\u2713";
    case Verdict::holds_in_part: return "\u25d0";
    case Verdict::does_not_hold: return "\u2717";
    case Verdict::undecided: return "?";
  }
  return "";
}

// --- cards ----------------------------------------------------------------------------------------------------------

/// Counts and step-sizes are among them: a number that is exact in few digits is shown in full.
std::string number_of_claim(double value) {
  const std::string given = as_given(value);
  return given.size() <= 5 ? given : format_number(value);
}

void write_numbers(HtmlWriter& writer, const Claim& claim) {
  if (claim.numbers.empty()) { return; }
  writer.print(html::numbers_of_claim);
  for (const auto& [name, value] : claim.numbers) {
    writer.print(html::number_of_claim, escaped(name), std::isnan(value) ? "none" : number_of_claim(value));
  }
  writer.print(html::end_numbers_of_claim);
}

void write_claim(HtmlWriter& writer, const Claim& claim) {
  writer.print(html::claim, name_of(claim.verdict), escaped(claim.id), label_html(claim),
               math_markup_html(statement_of(claim)));
  writer.print(html::claim_body, math_markup_html(claim.measured), math_markup_html(claim.rule));
  write_parts(writer, claim.parts);
  if (claim.over_seeds) { writer.print(html::claim_seeds, text_of(*claim.over_seeds)); }
  write_numbers(writer, claim);
  writer.print(html::end_claim);
}

/// And the end of their block.
template <class IsHere>
void write_those(HtmlWriter& writer, const std::vector<Claim>& claims, IsHere is_here) {
  for (const Claim& claim : claims) {
    if (is_here(claim)) { write_claim(writer, claim); }
  }
  writer.print(page::end_block);
}

}  // namespace

std::string label_html(Verdict verdict) {
  return fmt::format(html::verdict, name_of(verdict), sign_of(verdict), label_of(verdict));
}

std::string label_html(const Claim& claim) {
  if (claim.verdict != Verdict::holds_in_part || claim.parts.size() < 2) { return label_html(claim.verdict); }
  const std::string label =
      fmt::format("{} ({} of {})", label_of(claim.verdict), count_met(claim.parts), claim.parts.size());
  return fmt::format(html::verdict, name_of(claim.verdict), sign_of(claim.verdict), label);
}

std::string statement_of(const Claim& claim) {
  for (const auto& [name, label] : {std::pair("access_control", "Access control"), std::pair("pendulum", "Pendulum"),
                                    std::pair("mrp", "MRP"), std::pair("boyan", "Boyan chain")}) {
    if (claim.id.find(fmt::format(".{}.", name)) != std::string::npos) {
      return fmt::format("{}: {}", label, claim.statement);
    }
  }
  return claim.statement;
}

void write_claims(HtmlWriter& writer, const Results& results, const std::string& figure, Source source,
                  const char* heading) {
  const auto is_here = [&](const Claim& claim) { return claim.figure == figure && claim.source == source; };
  if (std::none_of(results.claims.begin(), results.claims.end(), is_here)) { return; }
  writer.print(html::claims, heading);
  write_those(writer, results.claims, is_here);
}

void write_topic_claims(HtmlWriter& writer, const Results& results, const std::string& topic) {
  const auto is_here = [prefix = claims_prefix(topic)](const Claim& claim) { return claim.id.rfind(prefix, 0) == 0; };
  if (std::none_of(results.claims.begin(), results.claims.end(), is_here)) { return; }
  writer.print(page::cards);
  write_those(writer, results.claims, is_here);
}

}  // namespace ballast::reproduction
