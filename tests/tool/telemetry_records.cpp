// telemetry_records <folder>: files of records as devices send them, for telemetry.sh.
#include <ballast/field/telemetry.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace {

using ballast::Telemetry;
using ballast::Verdict;
using Bytes = std::vector<uint8_t>;

Bytes bytes_of(const Telemetry& record) {
  uint8_t bytes[ballast::telemetry_bytes];
  ballast::encode(record, bytes);
  return {bytes, bytes + sizeof bytes};
}

Bytes text(const std::string& letters) {
  return {letters.begin(), letters.end()};
}

Bytes first(Bytes bytes, std::size_t count) {
  bytes.resize(count);
  return bytes;
}

Bytes flipped(Bytes bytes) {
  bytes[40] ^= 0x10U;
  return bytes;
}

Bytes of_version(uint8_t version, Bytes bytes) {
  bytes[4] = version;
  ballast::detail::put_word(bytes.data() + 60, ballast::detail::telemetry_checksum(bytes.data()));
  return bytes;
}

Telemetry record_of(uint32_t device, uint32_t time, Verdict verdict, uint32_t updates) {
  Telemetry record;
  record.device = device;
  record.time = time;
  record.verdict = verdict;
  record.updates = updates;
  record.average_reward = 0.1F;
  record.td_error = -0.25F;
  record.td_error_size = 0.5F;
  record.reward_deviation = 2.0F;
  record.weights_norm = 3.0F;
  record.weights_radius = 4.0F;
  return record;
}

/// All of it set.
Telemetry full_record() {
  Telemetry record = record_of(4294967295U, 30, Verdict::blind, 4294967295U);
  record.is_agent = record.is_evaluating = record.is_handed_over = record.has_rolled_back = true;
  record.scale_warnings = 7;
  record.rejections = 1;
  record.projections = 2;
  record.skipped = 3;
  record.average_reward = -3.4028235e38F;
  record.reward_deviation = 0.0F;
  record.weights_radius = 0.0F;
  record.small_updates = 65535;
  record.longest_unused = 9;
  return record;
}

void write(const std::string& path, const std::vector<Bytes>& parts) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  for (const Bytes& part : parts) { std::fwrite(part.data(), 1, part.size(), file); }
  std::fclose(file);
}

/// Of many devices: the higher half ends diverging.
std::vector<Bytes> fleet(uint32_t devices) {
  std::vector<Bytes> parts;
  for (uint32_t time = 0; time < 100; ++time) {
    for (uint32_t device = 0; device < devices; ++device) {
      const bool is_bad = time > 80 && device >= devices / 2;
      Telemetry record =
          record_of(device, 1700000000 + 60 * time, is_bad ? Verdict::diverging : Verdict::settled, time);
      record.td_error_size = is_bad ? 1e6F : 0.5F;
      record.average_reward = static_cast<float>(time + device);
      parts.push_back(bytes_of(record));
    }
  }
  return parts;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) { return 2; }
  const std::string folder = std::string(argv[1]) + "/";
  const Bytes one = bytes_of(record_of(1, 10, Verdict::starting, 100));
  // A torn record right before a whole one, one that begins like one, a damaged one, and one cut off at the end.
  write(folder + "devices", {text("boot\r\n"), one, first(one, 37), bytes_of(record_of(2, 10, Verdict::learning, 5)),
                             bytes_of(record_of(1, 20, Verdict::settled, 200)), flipped(one), text("BLBLTM"),
                             bytes_of(record_of(1, 20, Verdict::settled, 7)), of_version(2, one),
                             bytes_of(record_of(1, 5, Verdict::stalled, 8)), bytes_of(full_record()), first(one, 63)});
  write(folder + "noise", {text("no record here, BLTM or not\n"), first(one, 63), flipped(one)});
  write(folder + "later", {of_version(2, one), of_version(3, one)});
  write(folder + "empty", {});
  write(folder + "few", fleet(3));
  write(folder + "fleet", fleet(8));
  std::vector<Bytes> torn;
  for (int i = 0; i < 25; ++i) { torn.insert(torn.end(), {text("x"), one}); }
  write(folder + "torn", torn);
  return 0;
}
