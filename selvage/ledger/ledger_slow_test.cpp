#include "selvage/ledger/ledger_process_testing.hpp"

namespace selvage {
namespace {

TEST(LedgerSlow, EightProcessesWithAThousandChargesEach) { race(8, 1000, 1000, 8); }

TEST(LedgerSlow, EightProcessesStopExactlyAtTheCap) { race(8, 1000, 1000, 5); }

TEST(LedgerSlow, TwoHundredKills) { kill_rounds(200, 20260302); }

}  // namespace
}  // namespace selvage
