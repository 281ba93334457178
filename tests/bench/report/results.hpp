#pragma once
/// What was measured: the time of each contender of each case, for each variant of the program.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace bench {

/// The same program, compiled in another way.
struct Variant {
  const char* name;
  const char* title;
  bool has_bounds;  ///< for dense learners: the others are reported
};

inline constexpr Variant variants[] = {
    {"gcc_v3", "g++ -O3 -march=x86-64-v3", true},
    {"clang_v3", "clang++ -O3 -march=x86-64-v3", true},
    {"gcc_sse2", "g++ -O2", false},
    {"clang_sse2", "clang++ -O2", false},
};

class Results {
 public:
  /// Nanoseconds; nothing, if it was not measured.
  std::optional<double> time(const Variant& variant, const std::string& of_case, const std::string& contender) const;
  /// How many times `contender` takes what `other` takes, in one case.
  std::optional<double> ratio(const Variant& variant, const std::string& of_case, const std::string& contender,
                              const std::string& other) const;

  /// "AMD EPYC; GCC 12.2.0; Debian Clang 14.0.6"
  const std::string& about() const { return about_; }
  void add_about(const std::string& text);

  void set(const std::string& variant, const std::string& of_case, const std::string& contender, double time);

 private:
  friend Results read_csv(const std::string& path);
  friend void write_csv(const Results& results, const std::string& path);

  struct Row {
    std::string of_case;
    std::string contender;
    bool operator<(const Row& other) const {
      return of_case != other.of_case ? of_case < other.of_case : contender < other.contender;
    }
  };
  std::string about_;
  std::map<Row, std::map<std::string, double>> times_;  // by the name of the variant
};

/// Adds what one variant has written: JSON of Google Benchmark.
void add_json(Results& results, const std::string& variant, const std::string& path);

/// # <processor and compilers>
/// case,contender,<a column for each variant>
Results read_csv(const std::string& path);
void write_csv(const Results& results, const std::string& path);

}  // namespace bench
