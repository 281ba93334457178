#include <etl/array.h>
#include <ballast/ballast.hpp>

#if defined(EXPECT_FETCHED_ETL) && !defined(ETL_WAS_FETCHED)
#error "ETL did not come through FetchContent"
#endif

float step_size_of_the_other_unit(uint32_t t);

int main() {
  constexpr ballast::PolynomialSchedule<float> schedule{1.5F, 1, 0.99F, 150};
  static_assert(schedule.validate() == ballast::Status::ok);
  for (const uint32_t t : etl::array<uint32_t, 3>{{0U, 150U, 2000U}}) {
    if (schedule.rate(t) != step_size_of_the_other_unit(t)) { return 1; }
  }
  return 0;
}
