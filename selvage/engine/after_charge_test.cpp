#include <new>
#include <stdexcept>

#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"
#include "selvage/engine/engine.hpp"
#include "selvage/verbs/plan_testing.hpp"

namespace selvage {
namespace {

// Breaks when it is read, as it was told.
class BrokenReader : public Reader {
 public:
  BrokenReader(Reading reading, std::function<Outcome()> end)
      : reading_(std::move(reading)), end_(std::move(end)) {}
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override { return end_().error(); }

 protected:
  Outcome each_row(const VisitRow&) override { return end_(); }

 private:
  Reading reading_;
  std::function<Outcome()> end_;
};

// Budget that is gone and of which nobody is told would be spent once more.
TEST(AfterCharge, EveryEndSaysThatTheChargeStands) {
  const TemporaryFolder folder;
  const std::string table = folder.write("t.csv", "a\n1\n");
  std::int64_t entry = 0;
  const auto ends = [&](const std::function<Outcome()>& end, const char* why) {
    const auto planned = plan_of({.verb = "count", .table = table, .epsilon = "1"});
    ASSERT_TRUE(planned) << planned.error().message;
    const TableOpener open =
        [&](const std::string&, const Reading& reading,
            const TableOptions&) -> Result<std::unique_ptr<Reader>> {
      return std::unique_ptr<Reader>(std::make_unique<BrokenReader>(reading, end));
    };
    const auto answered = answer(*planned, {}, open, {});
    ASSERT_FALSE(answered);
    EXPECT_EQ(answered.error().kind, ErrorKind::unreadable);
    EXPECT_EQ(answered.error().message,
              std::string(why) + "; entry " + std::to_string(++entry) +
                  " of the ledger '" + table + ".ledger' stays charged");
  };
  ends([]() -> Outcome { throw std::bad_alloc(); }, "there is not enough memory");
  ends([]() -> Outcome { throw std::runtime_error("Anna, 41"); },
       "an internal error ended the command");
  ends(
      []() -> Outcome {
        return Error{ErrorKind::unreadable, "it broke off"};
      },
      "it broke off");
  EXPECT_EQ(Ledger::open(table + ".ledger")->spent()->unanswered, 3);
}

}  // namespace
}  // namespace selvage
