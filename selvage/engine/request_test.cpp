#include "selvage/engine/request.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(Request, ReadsColumnAndEpsilonExactly) {
  const auto request = parse_request({"p.csv", "a=b \"x\"=0:1:1/3", "0.1"});
  ASSERT_TRUE(request);
  EXPECT_EQ(request->domain.column, "a=b \"x\"");
  EXPECT_EQ(request->domain.bins.bins(), 3u);
  EXPECT_EQ(request->epsilon, Rational(1, 10));
}

TEST(Request, NamesTheOptionThatIsWrong) {
  const auto sentence = [](const RequestText& text) {
    const auto request = parse_request(text);
    return request ? std::string("accepted") : request.error().message;
  };
  EXPECT_EQ(sentence({"", "age", "1"}),
            "--column 'age' names no bins; write NAME=LO:HI:STEP, for example "
            "age=0:100:10");
  EXPECT_EQ(sentence({"", "=0:1:1", "1"}),
            "--column '=0:1:1' names no column; write NAME=LO:HI:STEP, for example "
            "age=0:100:10");
  EXPECT_EQ(sentence({"", "age=", "1"}),
            "--column 'age=' names no bins; write NAME=LO:HI:STEP, for example "
            "age=0:100:10");
  EXPECT_EQ(sentence({"", "age=0:1:0", "1"}),
            "--column bins '0:1:0': the step 0 is not above 0; write LO:HI:STEP, for "
            "example 0:100:10");
  EXPECT_EQ(sentence({"", "age=0:1:1", "much"}),
            "--epsilon 'much' is not a number; write for example 1, 0.5, 1/3 or 1e-3");
}

}  // namespace
}  // namespace selvage
