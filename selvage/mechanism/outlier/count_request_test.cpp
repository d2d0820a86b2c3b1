#include "selvage/mechanism/outlier/count_request.hpp"

#include <gtest/gtest.h>

#include "selvage/question/asked_testing.hpp"

namespace selvage {
namespace {

TEST(CountRequest, AProfileIsReadOrAnEpsilon) {
  RequestText text{.verb = "histogram", .columns = {"a=x"}, .epsilon = "1"};
  const auto plain = parse_count_request(text.verb, asked_of(text));
  ASSERT_TRUE(plain);
  EXPECT_FALSE(plain->profile);
  EXPECT_EQ(plain->cells.plan.epsilon, 1);
  text.profile = "20:0.1,1";
  const auto both = parse_count_request(text.verb, asked_of(text));
  ASSERT_FALSE(both);
  EXPECT_EQ(both.error().message, "give one of `epsilon`, `accuracy` and `profile`");
  text.epsilon.reset();
  text.person = "id";
  const auto by_class = parse_count_request(text.verb, asked_of(text));
  ASSERT_TRUE(by_class);
  ASSERT_TRUE(by_class->profile);
  EXPECT_EQ(profile_text(by_class->profile->profile), "20:0.1,1");
  // A profile counts people.
  EXPECT_EQ(by_class->cells.question.person.per_person, PerPerson::first);
}

TEST(CountRequest, ErrorsCarryTheFieldAndWhatCouldStandThere) {
  using Change = void (*)(RequestText&);
  struct Wrong {
    Change change;
    const char *field, *suggestion;
  };
  const std::vector<Wrong> of_epsilon = {
      {[](RequestText& t) { t.sampled = "0.5"; }, "profile", "20:0.1,1"}};
  const std::vector<Wrong> of_profile = {
      {[](RequestText& t) { t.profile = "20:"; }, "profile", "20:0.1,1"},
      {[](RequestText& t) { t.noise = "laplace"; }, "noise", ""},
      {[](RequestText& t) { t.mechanism = "magic"; }, "mechanism", ""},
      {[](RequestText& t) { t.claim = "all"; }, "claim", "outlier"},
      {[](RequestText& t) { t.display = "nice"; }, "display", "noisy"},
      {[](RequestText& t) { t.known = "3"; }, "sampled", "0.5"},
      {[](RequestText& t) { t.sampled = "1"; }, "sampled", "0.5"},
      {[](RequestText& t) { t.sampled = "0.5", t.sampled_delta = "x"; },
       "sampled_delta", "1e-6"}};
  for (const auto* list : {&of_epsilon, &of_profile})
    for (const Wrong& wrong : *list) {
      RequestText text{.verb = "histogram", .columns = {"a=x"}};
      (list == &of_profile ? text.profile : text.epsilon) =
          list == &of_profile ? "20:0.1,1" : "1";
      ASSERT_TRUE(parse_count_request(text.verb, asked_of(text)));
      wrong.change(text);
      const auto request = parse_count_request(text.verb, asked_of(text));
      ASSERT_FALSE(request) << wrong.field;
      EXPECT_EQ(request.error().kind, ErrorKind::invalid_request);
      EXPECT_EQ(request.error().field, wrong.field) << request.error().message;
      EXPECT_EQ(request.error().suggestion, wrong.suggestion)
          << request.error().message;
    }
}

}  // namespace
}  // namespace selvage
