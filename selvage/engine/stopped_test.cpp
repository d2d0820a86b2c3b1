// What is said of the charge where whoever waits wants the work to stop.
#include <fstream>

#include <gtest/gtest.h>

#include "selvage/base/stopping.hpp"
#include "selvage/base/temporary_folder.hpp"
#include "selvage/engine/engine.hpp"
#include "selvage/verbs/plan_testing.hpp"

namespace selvage {
namespace {

// A look that lasts until nobody wants it any more.
class EndlessReader : public Reader {
 public:
  explicit EndlessReader(Reading reading) : reading_(std::move(reading)) {}
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override {
    for (;;) ask_now();
  }

 private:
  Outcome each_row(const VisitRow&) override {
    for (;;) ask_now();
  }
  Reading reading_;
};

class StoppedEngine : public ::testing::Test {
 protected:
  // Stopped when the charge has come so far; none: at once.
  Result<Answered> stopped_at(std::optional<ChargeNews::State> state) {
    const std::string table = folder_.file("t.csv");
    std::ofstream(table) << "age\n1\n";
    const auto planned =
        plan_of({.verb = "count", .table = table, .columns = {}, .epsilon = "1"});
    EXPECT_TRUE(planned);
    bool wanted = state.has_value();
    const Asking asking([&] { return wanted; });
    const TableOpener open = [](const std::string&, const Reading& reading,
                                const TableOptions&) {
      return Result<std::unique_ptr<Reader>>(std::make_unique<EndlessReader>(reading));
    };
    return answer(*planned, {}, open, {}, [&](const ChargeNews& news) {
      told_.push_back(news.state);
      if (news.state == state) wanted = false;
    });
  }
  std::int64_t entries() {
    auto ledger = Ledger::open_to_read(folder_.file("t.csv.ledger"));
    return ledger ? ledger->spent()->entries : 0;
  }

  TemporaryFolder folder_;
  std::vector<ChargeNews::State> told_;
};

TEST_F(StoppedEngine, BeforeTheChargeNothingIsCharged) {
  const auto answered = stopped_at(std::nullopt);
  ASSERT_FALSE(answered);
  EXPECT_EQ(answered.error().kind, ErrorKind::interrupted);
  EXPECT_EQ(answered.error().message, "stopped; nothing was charged");
  EXPECT_TRUE(told_.empty());
  EXPECT_EQ(entries(), 0);
}

TEST_F(StoppedEngine, AfterItTheEntryStaysCharged) {
  const auto answered = stopped_at(ChargeNews::State::charged);
  ASSERT_FALSE(answered);
  EXPECT_EQ(answered.error().kind, ErrorKind::interrupted);
  EXPECT_EQ(answered.error().message, "stopped; entry 1 of the ledger '" +
                                          folder_.file("t.csv.ledger") +
                                          "' stays charged");
  EXPECT_EQ(told_,
            (std::vector{ChargeNews::State::charging, ChargeNews::State::charged}));
  EXPECT_EQ(entries(), 1);
}

}  // namespace
}  // namespace selvage
