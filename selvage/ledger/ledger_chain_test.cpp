#include "selvage/ledger/ledger_chain.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

// Computed with hashlib from the words of docs/ledger.md.
TEST(LedgerChain, SealsAreThoseOfTheDocument) {
  const std::string terms = seal_of(SealedTerms{
      "2026-03-01T12:00:00Z", "payroll", "3", "0.000001", "none", "20:0.1,1",
      "add_remove_person", "adaptive", "people of employee_id"});
  EXPECT_EQ(terms, "81d40851246a447f0df317a16ed2e1578fc7a69a758abe55e268deef096b0efd");
  const std::string entry = seal_of({1, "2026-03-02T08:30:00Z", R"({"verb":"count"})",
                                     "2026-03", R"({"rule":"x"})", "[]"},
                                    terms);
  EXPECT_EQ(entry, "6eb40516c370541446ccc9c66c5e75c37e8d1f0637992ce0800a6450fe9c979f");
  EXPECT_EQ(seal_of_answer(entry, "2026-03-02T08:30:05Z", R"({"value":17})"),
            "d07b1d330f8ff9daafb2886a4af55b7ced21eb3dff46cd3240087077010862b5");
  EXPECT_EQ(seal_of(SealedTerms{"2026-03-01T12:00:00Z", "payroll", "none", "none",
                                "none", "none", "add_remove_person", "sum", "one row"}),
            "bf21f783ea8ce4d822e60dcc008468486d0892201b455c62f7fc15f611280eed");
}

TEST(LedgerChain, TextsCannotFlowIntoEachOther) {
  EXPECT_NE(seal({"ab", "c"}), seal({"a", "bc"}));
  EXPECT_NE(seal({"a"}), seal({"a", ""}));
  EXPECT_NE(seal({}), seal({""}));
}

}  // namespace
}  // namespace selvage
