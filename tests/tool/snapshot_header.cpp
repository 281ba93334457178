// A learner that starts from an exported header has the bits of the snapshot. The header was written when this was
// built; use.hpp is the code in its comment. Argument: the snapshot.

#include <ballast/adjustable_schedule.hpp>
#include <ballast/learner.hpp>
#include <ballast/snapshot.hpp>
#include <ballast/two_timescale_schedule.hpp>

#include <fstream>
#include <string>

#include "file_source.hpp"
#include "learned.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

std::string path;

template <class L>
void check_weights(const L& learner) {
  L saved;
  Source source{std::ifstream(path, std::ios::binary)};
  TEST_ASSERT_TRUE(resume(saved, fan::fingerprint, source) == Status::ok);
  TEST_ASSERT_TRUE(saved.updates() > 0);
  ASSERT_SAME_BITS(saved.average_reward(), learner.average_reward());
  for (size_t i = 0; i < fan::weights.size(); ++i) { ASSERT_SAME_BITS(saved.weight(i), learner.weight(i)); }
  ASSERT_SAME_BITS(saved.config().lambda, learner.config().lambda);
  ASSERT_SAME_BITS(saved.config().ratio, learner.config().ratio);
  ASSERT_SAME_BITS(saved.config().schedule.rate(0), learner.config().schedule.rate(0));
  ASSERT_SAME_BITS(saved.config().schedule.rate(1000), learner.config().schedule.rate(1000));
  ASSERT_SAME_BITS(detail::largest_average_reward_rate(saved.config().schedule),
                   detail::largest_average_reward_rate(learner.config().schedule));
}

void test_the_code_in_the_comment_starts_with_the_bits_of_the_snapshot() {
#include "use.hpp"
  TEST_ASSERT_TRUE(status == Status::ok);
  TEST_ASSERT_EQUAL_HEX32(0xBEEFU, fan::fingerprint);
  check_weights(learner);
}

}  // namespace

int main(int /*argc*/, char** argv) {
  path = argv[1];
  UNITY_BEGIN();
  RUN_TEST(test_the_code_in_the_comment_starts_with_the_bits_of_the_snapshot);
  return UNITY_END();
}
