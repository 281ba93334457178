// What is normal, and how much more than normal lies ahead? A pump works from 8 to 20 o'clock, and now and then it has
// a fault for a few hours. Once an hour its vibration is read. The learner receives the hour and the reading, nothing
// else, and learns the average vibration, and for each situation how much more than average the next hours will bring.
//
// The sensor fails, too: for hours it reads NaN, or nonsense. Such readings are not believed, and learning goes on
// after the gap.
//
// Exits with 0 if what was learned is near the truth, which can be computed because we know the pump.

#include <board/console.h>
#include <ballast/ballast.hpp>

#include <etl/string.h>
#include <etl/string_stream.h>

namespace {

constexpr uint32_t hours = 40000;  // four and a half years

// --- the pump, which the learner does not know ----------------------------------------------------------------------

constexpr float fault_begins = 0.02F;  // probability, in each hour
constexpr float fault_ends = 0.25F;
constexpr float fault_level = 1.0F;

constexpr float usual_level(uint32_t hour) {
  return hour % 24 >= 8 && hour % 24 < 20 ? 1.4F : 0.6F;
}

struct Pump {
  ballast::Random random{1};
  bool is_faulty = false;
  uint32_t gap = 0;           // for how many hours the sensor will still fail
  uint32_t bad_readings = 0;  // how many there were

  float read(uint32_t hour) {
    is_faulty = random.uniform<float>() < (is_faulty ? 1.0F - fault_ends : fault_begins);
    if (gap == 0 && random.below(100) == 0) { gap = 1 + random.below(8); }
    if (gap == 0) { return usual_level(hour) + (is_faulty ? fault_level : 0.0F) + random.uniform(-0.2F, 0.2F); }
    --gap;
    ++bad_readings;
    return random.below(4) == 0 ? 1e9F : ballast::from_bits<float>(0x7FC00000U);  // NaN
  }
};

// --- the learner ----------------------------------------------------------------------------------------------------

using Coder = ballast::TileCoder<float, 4, 7, 4>;  // 4 tilings of 7 x 4 tiles of 3.7 hours and 0.9 mm/s
using Learner = ballast::Learner<float, Coder::dimension>;

constexpr Coder coder{{{0.0F, 23.0F}, {0.0F, 3.0F}}};  // hour, reading
constexpr auto config = Learner::Config().lambda(0.5F).ratio(0.025F).step_size(0.02F).radius(1000.0F);
static_assert(coder.validate() == ballast::Status::ok && config.validate() == ballast::Status::ok);
static_assert(sizeof(Learner) == 936, "almost all the memory there is");

struct Monitor {
  Learner learner;
  Coder::Features here{Coder::unit_value};
  Coder::Features next{Coder::unit_value};
  bool has_here = false;  // not at the start, and not after a gap
  uint32_t not_believed = 0;

  /// One reading an hour. After a gap there is nothing to learn yet: what was before it did not lead here.
  void tick(uint32_t hour, float reading) {
    const ballast::TileReport report = coder.encode({{static_cast<float>(hour % 24), reading}}, next);
    if (report.status != ballast::Status::ok || report.clamped != 0) {
      ++not_believed;
      has_here = false;
      return;
    }
    if (has_here) {
      (void)learner.update(here, reading, next);  // it counts what it refuses; see the table
    } else {
      learner.reset_trace();
    }
    here = next;
    has_here = true;
  }

  /// How much more vibration lies ahead than at midnight when the pump is in order.
  float ahead(uint32_t hour, float reading) const {
    Coder::Features there{Coder::unit_value};
    Coder::Features midnight{Coder::unit_value};
    const bool is_coded = coder.encode({{static_cast<float>(hour), reading}}, there).status == ballast::Status::ok &&
                          coder.encode({{0.0F, usual_level(0)}}, midnight).status == ballast::Status::ok;
    return is_coded ? learner.contrast(there, midnight) : 0.0F;
  }
};

// --- the truth ------------------------------------------------------------------------------------------------------

constexpr float usual_average = (1.4F + 0.6F) / 2.0F;
constexpr float average = usual_average + fault_level * fault_begins / (fault_begins + fault_ends);

/// What the hours until midnight bring above their average. A fault adds its level times the probability that it is
/// still there k hours later, less that a new one is there then anyway: (1 - fault_begins - fault_ends)^k, summed over
/// k > 0.
float true_ahead(uint32_t hour, bool is_faulty) {
  float sum = is_faulty ? fault_level * (1.0F / (fault_begins + fault_ends) - 1.0F) : 0.0F;
  for (uint32_t h = hour + 1; h <= 24; ++h) { sum += usual_level(h) - usual_average; }
  return sum;
}

// --- the table ------------------------------------------------------------------------------------------------------

/// Whether what was learned is near enough. (The tolerances hold for each of 100 seeds of the pump.)
template <class Number>
bool row(const char* what, Number truth, Number learned, Number tolerance) {
  etl::string<80> text;
  etl::string_stream line(text, etl::format_spec().precision(2));
  line << etl::left << etl::setw(34) << what << etl::right << etl::setw(8) << truth << etl::setw(10) << learned;
  board_write(text.c_str());
  board_write("\n");
  return learned <= truth + tolerance && truth <= learned + tolerance;
}

bool report(const Pump& pump, const Monitor& monitor) {
  board_write("                                     truth   learned\n");
  bool is_right = row("average (mm/s)", average, monitor.learner.average_reward(), 0.05F);
  is_right &= row("ahead at  6, in order", true_ahead(6, false), monitor.ahead(6, 0.6F), 0.7F);
  is_right &= row("ahead at 12, in order", true_ahead(12, false), monitor.ahead(12, 1.4F), 0.7F);
  is_right &= row("ahead at 18, in order", true_ahead(18, false), monitor.ahead(18, 1.4F), 0.7F);
  is_right &= row("ahead at 12, with a fault", true_ahead(12, true), monitor.ahead(12, 2.4F), 1.0F);
  is_right &= row<uint32_t>("readings not believed", pump.bad_readings, monitor.not_believed, 0);
  is_right &= row<uint32_t>("updates refused", 0, monitor.learner.rejections(), 0);
  is_right &= row<uint32_t>("projections", 0, monitor.learner.projections(), 0);
  return is_right;
}

}  // namespace

int main() {
  Pump pump;
  Monitor monitor;
  if (monitor.learner.start(config) != ballast::Status::ok) { return 1; }
  for (uint32_t hour = 0; hour < hours; ++hour) { monitor.tick(hour, pump.read(hour)); }
  return report(pump, monitor) ? 0 : 1;
}
