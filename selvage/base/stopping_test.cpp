#include "selvage/base/stopping.hpp"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "selvage/base/interval.hpp"
#include "selvage/base/threads.hpp"

namespace selvage {
namespace {

// Without an end, but for being stopped.
template <class Step>
void for_ever(Step step) {
  for (;;) step();
}

TEST(Stopping, ArithmeticEndsWhenNobodyWantsMore) {
  const Rational third(1, 3);
  const Interval interval(third);
  const Asking asking([] { return false; });
  EXPECT_THROW(for_ever([&] { (void)(third + third); }), Stopped);
  EXPECT_THROW(for_ever([&] { (void)(third * third); }), Stopped);
  EXPECT_THROW(for_ever([&] { (void)(third / third); }), Stopped);
  EXPECT_THROW(for_ever([&] { (void)(interval + interval); }), Stopped);
  EXPECT_THROW(for_ever([&] { (void)(interval * interval); }), Stopped);
  EXPECT_THROW(for_ever([&] { (void)exp(interval); }), Stopped);
  EXPECT_THROW(for_ever([&] { (void)log(interval); }), Stopped);
}

TEST(Stopping, GoesOnWhereNobodyIsAskedOrAllIsWanted) {
  for (int i = 0; i < 1000; ++i) ask_to_go_on();
  int asked = 0;
  const Asking asking([&] { return ++asked > 0; });
  for (int i = 0; i < 1000; ++i) ask_to_go_on();
  EXPECT_GE(asked, 1);
}

TEST(Stopping, OtherThreadsAndOtherLibrariesAreLeftAlone) {
  const Asking asking([] { return false; });
  std::thread([] {
    for (int i = 0; i < 1000; ++i) ask_to_go_on();
  }).join();
  const NotAsking quiet;
  for (int i = 0; i < 1000; ++i) ask_to_go_on();
  EXPECT_TRUE(goes_on());
}

TEST(Stopping, TheInnermostIsAskedAndThenTheOuterOneAgain) {
  const Asking outer([] { return false; });
  {
    const Asking inner([] { return true; });
    EXPECT_TRUE(goes_on());
  }
  EXPECT_FALSE(goes_on());
}

TEST(Stopping, WorkInThreadsEndsWithTheirCaller) {
  const Asking asking([] { return false; });
  std::atomic<bool> stop = false;
  EXPECT_FALSE(run_watched(
      2,
      [&](int) {
        while (!stop) std::this_thread::yield();
      },
      {}, [] { return 0.0; }, [&] { stop = true; }));
}

}  // namespace
}  // namespace selvage
