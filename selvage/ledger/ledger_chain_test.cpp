#include "selvage/ledger/ledger_chain.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

// Computed with hashlib from the words of docs/ledger.md.
TEST(LedgerChain, SealsAreThoseOfTheDocument) {
  const std::string terms = seal_of(
      SealedTerms{"2026-03-01T12:00:00Z", "payroll", "3", "0.000001", "20:0.1,1",
                  "add_remove_person", "adaptive", "people of employee_id"});
  EXPECT_EQ(terms, "17724413b6d2398f3a28d512609ef7ab6ef62b06cbd90ad6c648b7690c721571");
  const std::string entry = seal_of({1, "2026-03-02T08:30:00Z", R"({"verb":"count"})",
                                     "2026-03", R"({"rule":"x"})", "[]"},
                                    terms);
  EXPECT_EQ(entry, "38ec6160efbbe86dff09ea47ef1c860817f2688fbcb1ef99a3c4a4e14e3b2d18");
  EXPECT_EQ(seal_of_answer(entry, "2026-03-02T08:30:05Z", R"({"value":17})"),
            "8a050e5ac2fff3b28953875ab3d09878bed7a4f32f10c3a87cc4f55ea5d8a2d3");
  EXPECT_EQ(seal_of(SealedTerms{"2026-03-01T12:00:00Z", "payroll", "none", "none",
                                "none", "add_remove_person", "sum", "one row"}),
            "20cac392091a457c110767ef53b53f3e486d81466dcf522f0bde709322732e17");
}

TEST(LedgerChain, TextsCannotFlowIntoEachOther) {
  EXPECT_NE(seal({"ab", "c"}), seal({"a", "bc"}));
  EXPECT_NE(seal({"a"}), seal({"a", ""}));
  EXPECT_NE(seal({}), seal({""}));
}

}  // namespace
}  // namespace selvage
