#include "selvage/ledger/ledger_chain.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

// Computed with hashlib from the words of docs/ledger.md.
TEST(LedgerChain, SealsAreThoseOfTheDocument) {
  const std::string terms =
      seal_of(SealedTerms{"2026-03-01T12:00:00Z", "payroll", "3", "0.000001",
                          "20:0.1,1", "add_remove_person", "adaptive"});
  EXPECT_EQ(terms, "4995ec3a2f33021e57027f016c55b518b2abcfef85903d0253e2307e2dd9adc9");
  const std::string entry = seal_of({1, "2026-03-02T08:30:00Z", R"({"verb":"count"})",
                                     "2026-03", R"({"rule":"x"})", "[]"},
                                    terms);
  EXPECT_EQ(entry, "f75633e619b71f66d14918aa15103ec3048fcd3368cc90ef30d83a05bc9d11dd");
  EXPECT_EQ(seal_of_answer(entry, "2026-03-02T08:30:05Z", R"({"value":17})"),
            "84c89dd8657698e29eca7d8adb36ad63649db407aaabedef8a0fe8a908d631f6");
  EXPECT_EQ(seal_of(SealedTerms{"2026-03-01T12:00:00Z", "payroll", "none", "none",
                                "none", "add_remove_person", "sum"}),
            "e23a23682b4d58b291118dbfe9d6d7e0a5744f639b4e0b3538bb10315b65c1dc");
}

TEST(LedgerChain, TextsCannotFlowIntoEachOther) {
  EXPECT_NE(seal({"ab", "c"}), seal({"a", "bc"}));
  EXPECT_NE(seal({"a"}), seal({"a", ""}));
  EXPECT_NE(seal({}), seal({""}));
}

}  // namespace
}  // namespace selvage
