#include "selvage/mechanism/answer.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(Answer, ReleasedKeysTakeThePlaceOfUnknownOnes) {
  const Domain asked = *Domain::make(
      {{"a", UnknownKeys{}, true}, {"b", *parse_values("p,q")}, {"c", UnknownKeys{}}});
  const Drawn drawn{{}, {{"x", "y"}, {"z"}}, {{}}};
  const Domain released = released_domain(asked, drawn);
  EXPECT_FALSE(released.has_unknown_keys());
  EXPECT_EQ(released.cells(), 3u * 4 * 3);  // each with other, two with missing
  EXPECT_EQ(released.columns()[0].label(1), "y");
  EXPECT_TRUE(released.columns()[0].drop_missing);
  EXPECT_EQ(released.columns()[1].text(), "p,q");
  EXPECT_EQ(released.columns()[2].label(0), "z");
}

TEST(Answer, AKnownDomainStaysAsItWasAsked) {
  const Domain asked = *Domain::make({{"b", *parse_values("p,q")}});
  EXPECT_EQ(released_domain(asked, {{}, {}, {{}}}).cells(), asked.cells());
}

}  // namespace
}  // namespace selvage
