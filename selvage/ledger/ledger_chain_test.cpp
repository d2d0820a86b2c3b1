#include "selvage/ledger/ledger_chain.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

// Computed with hashlib from the words of docs/ledger.md.
TEST(LedgerChain, SealsAreThoseOfTheDocument) {
  const std::string terms =
      seal_of(SealedTerms{"2026-03-01T12:00:00Z", "payroll", "3", "0.000001",
                          "add_remove_person", "tightest"});
  EXPECT_EQ(terms, "79492d5799a809472f69018c0b04d3f234e3cf94fc2dc39f533145cc60a90825");
  const std::string entry = seal_of({1, "2026-03-02T08:30:00Z", R"({"verb":"count"})",
                                     "2026-03", R"({"rule":"x"})", "[]"},
                                    terms);
  EXPECT_EQ(entry, "2c129bc41b5a449b32e10a6955cc21fe0df40ad7e7bf666e6c508b99d980f165");
  EXPECT_EQ(seal_of_answer(entry, "2026-03-02T08:30:05Z", R"({"value":17})"),
            "f2ed52585c8a586eb38aa8c19d92c044efbe43e3717b42148f04b6f1c1619b60");
}

TEST(LedgerChain, TextsCannotFlowIntoEachOther) {
  EXPECT_NE(seal({"ab", "c"}), seal({"a", "bc"}));
  EXPECT_NE(seal({"a"}), seal({"a", ""}));
  EXPECT_NE(seal({}), seal({""}));
}

}  // namespace
}  // namespace selvage
