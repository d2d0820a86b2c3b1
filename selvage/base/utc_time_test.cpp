#include "selvage/base/utc_time.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

// The first seconds of the years 0, 1, 1970 and 10000.
constexpr std::time_t kYear0 = -62'167'219'200, kYear1 = -62'135'596'800,
                      kYear10000 = 253'402'300'800;

TEST(UtcTime, EveryYearHasFourDigits) {
  EXPECT_EQ(utc_text(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc_text(kYear1), "0001-01-01T00:00:00Z");
  EXPECT_EQ(utc_text(kYear10000 - 1), "9999-12-31T23:59:59Z");
  EXPECT_EQ(utc_text(1'772'366'400), "2026-03-01T12:00:00Z");
}

TEST(UtcTime, AClockThatNoReaderWouldTakeIsRefused) {
  for (const std::time_t now : {std::time_t{0}, kYear1, kYear10000 - 1})
    EXPECT_TRUE(check_clock(now));
  for (const std::time_t now :
       {kYear0, kYear1 - 1, kYear10000, std::time_t{3'459'000'000'000'000}}) {
    const auto refused = check_clock(now);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::unreadable);
  }
}

}  // namespace
}  // namespace selvage
