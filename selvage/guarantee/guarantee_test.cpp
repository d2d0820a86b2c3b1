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
