#include "tally.hpp"

#include "failure.hpp"

namespace search {

std::string Tally::summary() const {
  std::string text = format("%llu cases, %llu updates, %llu rejections", static_cast<unsigned long long>(cases),
                            static_cast<unsigned long long>(updates), static_cast<unsigned long long>(rejections));
  for (const auto& [what, n] : counts_) {
    text += format(", %s %llu", what.c_str(), static_cast<unsigned long long>(n));
  }
  text += "; worst error / tolerance:";
  for (const auto& [tolerance, worst] : worst_) {
    text += format(" %s %.3g (case %llu),", tolerance.c_str(), worst.ratio,
                   static_cast<unsigned long long>(worst.case_number));
  }
  text.back() = ';';
  text += format(" %llu failures", static_cast<unsigned long long>(failures_));
  for (const auto& [kind, n] : failure_kinds_) {
    text += format(", %s %llu", kind.c_str(), static_cast<unsigned long long>(n));
  }
  return text;
}

}  // namespace search
