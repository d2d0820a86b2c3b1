#include "selvage/guarantee/guarantee.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/guarantee/accuracy.hpp"

namespace selvage {
namespace {

TEST(Guarantee, EveryKindPrintsItsNumbersAsText) {
  const Guarantee dp{DpPromise{Rational(1, 3), Rational(1, 1000)},
                     Neighbours::replace_person};
  EXPECT_EQ(to_json(dp).dump(), R"({"kind":"dp","epsilon":"1/3","delta":"0.001",)"
                                R"("neighbours":"replace_person"})");
  const Guarantee outlier{
      OutlierPromise{
          {{20, Rational(1, 10)}, {std::nullopt, 1}}, 0, "salary=0:300000:5000"},
      Neighbours::add_remove_person};
  EXPECT_EQ(to_json(outlier).dump(),
            R"({"kind":"outlier","profile":[[20,"0.1"],[null,"1"]],"delta":"0",)"
            R"("partition":"salary=0:300000:5000","neighbours":"add_remove_person"})");
  const Guarantee random{RandomDpPromise{1, 0, Rational(1, 20)}};
  EXPECT_EQ(to_json(random).at("kind"), "random_dp");
  const Guarantee robust{RobustPromise{Rational(5, 2), 0, 1, 0}};
  EXPECT_EQ(to_json(robust).at("rho"), "2.5");
  const Guarantee distributional{DistributionalPromise{0, Rational(1, 2), 3, 1, 0}};
  EXPECT_EQ(to_json(distributional).at("known"), 3);
}

TEST(Guarantee, PromisesAboutSeveralPeopleNameThem) {
  const Guarantee group{GroupPromise{7, 20, Rational(1, 2), 0, "age"}};
  EXPECT_EQ(to_json(group).dump(),
            R"({"kind":"group","people":7,"size":20,"epsilon":"0.5","delta":"0",)"
            R"("partition":"age","neighbours":"add_remove_person"})");
  EXPECT_EQ(
      sentence(group),
      "group privacy over age: the odds of any output change by at most a factor "
      "exp(0.5), whether or not any 7 people of one class of at most 20 people are "
      "in the table");
  const Guarantee moved{SubstitutionPromise{3, 9, 2, Rational(1, 100), "age"},
                        Neighbours::replace_person};
  EXPECT_EQ(to_json(moved).dump(),
            R"({"kind":"substitution","from":3,"to":9,"epsilon":"2","delta":"0.01",)"
            R"("partition":"age","neighbours":"replace_person"})");
  EXPECT_EQ(sentence(moved),
            "over age the odds of any output change by at most a factor exp(2), except "
            "with probability 0.01, whether a person is in a class of at most 3 people "
            "or in another of at most 9 people");
  const Guarantee crowd{CrowdBlendingPromise{21, Rational(1, 10), 0}};
  EXPECT_EQ(to_json(crowd).dump(),
            R"({"kind":"crowd_blending","crowd":21,"epsilon":"0.1","delta":"0",)"
            R"("neighbours":"add_remove_person"})");
  EXPECT_EQ(
      sentence(crowd),
      "crowd-blending privacy: each person is one of at least 21 people in the "
      "table who could be exchanged unseen, or else the odds of any output change "
      "by at most a factor exp(0.1), whether or not that person is in the table");
}

TEST(Guarantee, ProfilesSayWhoIsPromisedNothingAndWhoCannotBeNoticed) {
  const auto outlier = [](const std::string& profile) {
    return sentence({OutlierPromise{*parse_profile(profile), 0, "age"}, {}});
  };
  EXPECT_EQ(
      outlier("5:0,20:0.1,inf"),
      "outlier privacy over age: a person has parameter 0 (cannot be noticed) in a "
      "class of at most 5 people, 0.1 in a class of at most 20 people, no promise "
      "in a larger class");
  EXPECT_EQ(
      outlier("k/2"),
      "outlier privacy over age: a person has parameter 0.5 in a class of at most "
      "1 people, 1 in a class of at most 2 people, 1.5 in a class of at most 3 "
      "people, 2 in a class of at most 4 people, 2.5 in a class of at most 5 "
      "people, 3 in a class of at most 6 people, 9993 more steps, 5000 in any "
      "class");
  EXPECT_EQ(to_json({OutlierPromise{*parse_profile("5:0,inf"), 0, "age"}, {}})
                .at("profile")
                .dump(),
            R"([[5,"0"],[null,"infinity"]])");
}

TEST(Guarantee, SentencesSayWhoIsComparedAndNeverSayRdp) {
  const Guarantee dp{DpPromise{Rational(1, 2), 0}, Neighbours::add_remove_person};
  EXPECT_EQ(sentence(dp),
            "0.5-differential privacy: the odds of any output change by at most a "
            "factor exp(0.5), whether or not any one person is in the table");
  const Guarantee approximate{DpPromise{1, Rational(1, 1000)},
                              Neighbours::replace_person};
  EXPECT_NE(sentence(approximate).find("except with probability 0.001"),
            std::string::npos);
  EXPECT_NE(sentence(approximate).find("size is public"), std::string::npos);
  const Guarantee random{RandomDpPromise{1, 0, Rational(1, 20)}};
  EXPECT_EQ(sentence(random).find("RDP"), std::string::npos);
}

TEST(Accuracy, SaysErrorProbabilityAndDistortion) {
  const Accuracy plain{0, 17, Rational(1, 20), Distortion::none,
                       "absolute error of one count"};
  EXPECT_EQ(sentence(plain),
            "absolute error of one count at most 17, except with probability 0.05");
  const Accuracy dropping{Rational(1, 100), 0, 0, Distortion::drop, "error"};
  EXPECT_NE(sentence(dropping).find("drop of at most 0.01"), std::string::npos);
  EXPECT_EQ(to_json(plain).at("beta"), "17");
}

}  // namespace
}  // namespace selvage
