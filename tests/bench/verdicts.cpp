// The judge of measured times, on made-up ones: with good ones all claims hold; each of them fails by itself if one of
// its times is bad, and says where; nothing holds that was not measured.

#include <verdicts.hpp>

#include <fmt/format.h>

#include <string>
#include <vector>

#include "dense_names.hpp"
#include "suite.hpp"

using bench::Outcome;
using bench::Results;
using bench::Verdict;

namespace {

/// Dense learners take one unit for each feature, as much as Eigen and less than Eigen that does the same work.
void add_dense(Results& results, const std::string& variant, const std::string& scalar, int d) {
  const auto set = [&](const std::string& contender, double units) {
    results.set(variant, bench::dense_case(scalar, d), contender, units * d);
  };
  for (const std::string& ball : bench::balls) {
    set("ballast_" + ball, 1.0);
    set("ballast_standard_" + ball, 1.0);
    set("eigen_plain_" + ball, 1.0);
    set("eigen_same_" + ball, 1.5);
  }
  set("floor", 0.8);
  set("ballast_joint_unaligned", 1.0);
  set("floor_unaligned", 0.8);
}

void add_sparse(Results& results, const std::string& variant) {
  const auto set = [&](const std::string& of_case, double list) {
    results.set(variant, of_case, "ballast_none", 10.0);
    results.set(variant, of_case, "ballast_joint", 10.0);
    results.set(variant, of_case, "list", list);
  };
  set("walk/random", 60.0);
  set("walk/slow", 40.0);
  set("walk/very_slow", 12.0);
  for (const char* d : {"1024", "1048576"}) {
    for (const char* active : {"1", "8", "32"}) {
      for (const char* lambda : {"0", "0.25", "0.9"}) { set(fmt::format("sparse/{}/{}/{}", d, active, lambda), 60.0); }
    }
  }
}

Results good_results() {
  Results results;
  for (const bench::Variant& variant : bench::variants) {
    for (const int d : bench::dimensions) {
      for (const std::string& scalar : bench::real_scalars) { add_dense(results, variant.name, scalar, d); }
    }
    for (const int d : bench::fixed_dimensions) { add_dense(results, variant.name, "fixed", d); }
    add_sparse(results, variant.name);
    results.set(variant.name, "agent/frozen", "ballast", 10.0);
    results.set(variant.name, "agent/learning", "ballast", 20.0);
  }
  return results;
}

void test_good_times_hold() {
  const auto verdicts = bench::verdicts_of(good_results());
  TEST_ASSERT_TRUE(verdicts.size() >= 21);
  for (const Verdict& verdict : verdicts) {
    TEST_ASSERT_TRUE_MESSAGE(verdict.outcome == Outcome::holds, bench::text_of(verdict).c_str());
  }
}

void test_what_was_not_measured_does_not_hold() {
  for (const Verdict& verdict : bench::verdicts_of({})) {
    TEST_ASSERT_TRUE_MESSAGE(verdict.outcome == Outcome::not_measured, bench::text_of(verdict).c_str());
  }
}

/// A time that breaks a claim.
struct Bad {
  const char* of_case;
  const char* contender;
  double time;
  const char* claim;  ///< how it begins
};

const Bad bad_times[] = {
    {"dense/float/1000", "ballast_none", 1130, "times the floor, d >= 1000, no projection"},
    {"dense/double/4096", "ballast_joint", 5300, "times the floor, d >= 1000, joint ball"},
    {"dense/float/512", "floor", 285, "times the floor, 256 <= d < 1000, no projection"},
    {"dense/double/256", "floor", 119, "times the floor, 256 <= d < 1000, joint ball"},
    {"dense/float/1024", "ballast_joint_unaligned", 1320, "times the floor at the same odd places, d >= 1000"},
    {"dense/double/512", "ballast_joint_unaligned", 870, "times the floor at the same odd places, 256 <= d"},
    {"dense/float/63", "eigen_plain_joint", 40, "times plain Eigen, d = 4 to 64"},
    {"dense/double/256", "eigen_same_joint", 290, "times faster than Eigen that does the same work"},
    {"dense/float/128", "ballast_joint", 141, "growth from d = 64 on"},
    {"dense/double/17", "ballast_joint", 23.5, "d = 17, 63, 65, 1000"},
    {"dense/double/4", "ballast_standard_joint", 3.6, "implicit: times the standard rule"},
    {"dense/fixed/64", "ballast_standard_joint", 58, "implicit: times the standard rule"},
    {"walk/random", "list", 49, "times faster than the list, random features, no projection"},
    {"walk/random", "list", 44, "times faster than the list, random features, joint ball"},
    {"walk/slow", "list", 29, "times faster than the list, slow walk, no projection"},
    {"walk/slow", "list", 26, "times faster than the list, slow walk, joint ball"},
    {"walk/very_slow", "list", 9.9, "times faster than the list, walk that hardly moves, no projection"},
    {"walk/very_slow", "ballast_joint", 12.1, "times faster than the list, walk that hardly moves, joint ball"},
    {"sparse/1048576/32/0.9", "ballast_none", 11.6, "sparse, 2^20 features: times 2^10, no projection"},
    {"sparse/1024/1/0", "ballast_joint", 8.6, "sparse, 2^20 features: times 2^10, joint ball"},
    {"agent/frozen", "ballast", 20.1, "a tick that does not learn"},
};

bool begins(const std::string& text, const char* with) {
  return text.rfind(with, 0) == 0;
}

void test_each_claim_can_fail() {
  for (const Bad& bad : bad_times) {
    Results results = good_results();
    results.set("clang_v3", bad.of_case, bad.contender, bad.time);
    bool is_found = false;
    for (const Verdict& verdict : bench::verdicts_of(results)) {
      if (!begins(verdict.claim, bad.claim) || verdict.outcome == Outcome::holds) { continue; }
      is_found = true;
      TEST_ASSERT_TRUE(verdict.outcome == Outcome::does_not_hold);
      TEST_ASSERT_TRUE_MESSAGE(verdict.where.find("clang++ -O3") != std::string::npos, verdict.where.c_str());
    }
    TEST_ASSERT_TRUE_MESSAGE(is_found, bad.claim);
  }
}

void test_the_geometric_mean_can_fail_alone() {
  Results results = good_results();
  for (const bench::Variant& variant : bench::variants) {
    for (const int d : {4, 16, 17, 32, 63, 64}) {
      for (const std::string& ball : bench::balls) {
        for (const std::string& scalar : bench::real_scalars) {
          results.set(variant.name, bench::dense_case(scalar, d), "eigen_plain_" + ball, d / 1.3);
        }
      }
    }
  }
  for (const Verdict& verdict : bench::verdicts_of(results)) {
    const bool is_mean = verdict.claim.find("geometric mean") != std::string::npos;
    TEST_ASSERT_TRUE_MESSAGE(verdict.outcome == (is_mean ? Outcome::does_not_hold : Outcome::holds),
                             bench::text_of(verdict).c_str());
  }
}

/// The floor grows faster than d where a cache ends, and so may an update.
void test_an_update_may_grow_as_the_floor() {
  Results results = good_results();
  for (const bench::Variant& variant : bench::variants) {
    for (const std::string& scalar : bench::real_scalars) {
      const std::string of_case = bench::dense_case(scalar, 4096);
      for (const char* contender : {"ballast_none", "ballast_joint", "ballast_joint_unaligned"}) {
        results.set(variant.name, of_case, contender, 6000);
      }
      for (const char* contender : {"ballast_standard_none", "ballast_standard_joint"}) {
        results.set(variant.name, of_case, contender, 6000);
      }
      for (const char* contender : {"eigen_same_none", "eigen_same_joint"}) {
        results.set(variant.name, of_case, contender, 9000);
      }
      for (const char* contender : {"floor", "floor_unaligned"}) {
        results.set(variant.name, of_case, contender, 4800);
      }
    }
  }
  for (const Verdict& verdict : bench::verdicts_of(results)) {
    TEST_ASSERT_TRUE_MESSAGE(verdict.outcome == Outcome::holds, bench::text_of(verdict).c_str());
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_good_times_hold);
  RUN_TEST(test_what_was_not_measured_does_not_hold);
  RUN_TEST(test_each_claim_can_fail);
  RUN_TEST(test_the_geometric_mean_can_fail_alone);
  RUN_TEST(test_an_update_may_grow_as_the_floor);
  return UNITY_END();
}
