// Trained in the simulator on the host, at work on a core, and back. The snapshot is a file that the host has written
// (host.trained_agent compares it with what training gives now), part of this program's image; there are no files on a
// core. From it, every machine makes the same decisions, and has the same bytes to bring back.

#include <ballast/snapshot.hpp>

#include <string.h>

#include "suite.hpp"
#include "trained_agent.hpp"
#include "trained_agent_snapshot.hpp"

using namespace ballast;

namespace {

/// The snapshot in the image.
struct Image {
  bool read(uint32_t offset, uint8_t* bytes, size_t count) {
    if (offset + count > sizeof trained_agent_snapshot) { return false; }
    memcpy(bytes, trained_agent_snapshot + offset, count);
    return true;
  }
};

trained::Agent agent;  // not on the stack

Status resume_from_image() {
  Image image;
  return resume(agent, fingerprint(trained::coder), image);
}

uint64_t digest_of_snapshot() {
  trained::DigestSink sink;
  TEST_ASSERT_TRUE(save(agent, fingerprint(trained::coder), sink) == Status::ok);
  return sink.digest.value();
}

void test_what_was_trained_on_the_host_is_resumed() {
  TEST_ASSERT_EQUAL_UINT32(snapshot_bytes<trained::Agent>, sizeof trained_agent_snapshot);
  TEST_ASSERT_TRUE(resume_from_image() == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(trained::training_ticks, agent.learner().updates());
  Digest of_image;
  for (const uint8_t x : trained_agent_snapshot) { of_image.add_word(x); }
  TEST_ASSERT_EQUAL_HEX64(of_image.value(), digest_of_snapshot());
}

/// Better than 0.273, which accepting everybody earns, from the first tick on: it need not be trained again.
void test_it_works_as_well_as_it_has_learned() {
  Digest decisions;
  TEST_ASSERT_TRUE(resume_from_image() == Status::ok);
  TEST_ASSERT_TRUE(trained::work(agent, decisions) >= 0.32F);
  TEST_ASSERT_EQUAL_UINT32(trained::training_ticks + trained::field_ticks, agent.learner().updates());
}

/// On the host, host.trained_agent has these numbers from an agent that was never saved.
void test_the_same_decisions_and_the_same_bytes_back() {
  Digest decisions;
  TEST_ASSERT_TRUE(resume_from_image() == Status::ok);
  (void)trained::work(agent, decisions);
  TEST_ASSERT_EQUAL_HEX64(trained::digest_of_decisions, decisions.value());
  TEST_ASSERT_EQUAL_HEX64(trained::digest_of_snapshot_after, digest_of_snapshot());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_what_was_trained_on_the_host_is_resumed);
  RUN_TEST(test_it_works_as_well_as_it_has_learned);
  RUN_TEST(test_the_same_decisions_and_the_same_bytes_back);
  return UNITY_END();
}
