#include "selvage/guarantee/random_dp.hpp"

#include <gtest/gtest.h>

#include "selvage/base/interval.hpp"
#include "selvage/base/number_testing.hpp"

namespace selvage {
namespace {

TEST(RandomDp, SparseCellsPromiseWhatTheirGammaSays) {
  const auto node = sparse_cells(2, 25, 500, number("0.0352812"));
  ASSERT_TRUE(node);
  EXPECT_EQ(std::get<RandomDpPromise>(node->conclusion.promise),
            (RandomDpPromise{1, 0, number("0.0352812")}));
  EXPECT_EQ(node->conclusion.neighbours, Neighbours::replace_person);
  EXPECT_TRUE(holds(*node));
  EXPECT_FALSE(sparse_cells(2, 25, 500, number("0.0352811")));  // T1 is 0.03528115...
  EXPECT_FALSE(sparse_cells(0, 25, 500, number("0.1")));
  EXPECT_FALSE(sparse_cells(2, 0, 500, number("0.1")));
  EXPECT_FALSE(sparse_cells(2, 25, 0, number("0.1")));
  EXPECT_FALSE(sparse_cells(2, 25, 500, 1));
  EXPECT_TRUE(sparse_cells(2, 1, 1, 0));  // one cell: everybody is in it
}

TEST(RandomDp, TheNumberOfPeopleIsPublicWhereTheAverageCaseIsPromised) {
  const auto node = sparse_cells(2, 25, 500, number("0.0352812"));
  EXPECT_EQ(public_people(*node), 500);
  EXPECT_EQ(public_people(*random_composition({*node, *node})), 500);
  EXPECT_FALSE(public_people(discrete_laplace_cells(2, 1)));
}

// T346: 25 cells, each of which a person may be in.
TEST(RandomDp, PeopleInManyCellsHaveAllOfThem) {
  const auto node = sparse_people(25, 25, 500, number("0.0367514"));
  ASSERT_TRUE(node);
  EXPECT_EQ(std::get<RandomDpPromise>(node->conclusion.promise),
            (RandomDpPromise{1, 0, number("0.0367514")}));
  EXPECT_TRUE(holds(*node));
  EXPECT_FALSE(sparse_people(25, 25, 500, number("0.036751")));
  EXPECT_FALSE(sparse_people(0, 25, 500, number("0.1")));
  EXPECT_FALSE(sparse_people(25, 0, 500, number("0.1")));
}

// [T345]
TEST(RandomDp, TestedKeysNeedEveryNumber) {
  const TestedKeys right{.scale = 5,
                         .test_scale = 20,
                         .people = 1'000'000,
                         .most = 5012,
                         .passes = 4610,
                         .threshold = 105,
                         .gamma = number("0.01"),
                         .eta = number("2e-9")};
  const auto node = tested_keys(right);
  ASSERT_TRUE(node) << node.error().message;
  EXPECT_EQ(std::get<RandomDpPromise>(node->conclusion.promise),
            (RandomDpPromise{number("0.5"), number("2e-9"), number("0.01")}));
  EXPECT_EQ(node->conclusion.neighbours, Neighbours::replace_person);
  EXPECT_TRUE(holds(*node));
  const auto refused = [&](auto change) {
    TestedKeys wrong = right;
    change(wrong);
    return !tested_keys(wrong);
  };
  EXPECT_TRUE(refused([](TestedKeys& t) { t.most = 5013; }));
  EXPECT_TRUE(refused([](TestedKeys& t) { t.passes = 4630; }));
  EXPECT_TRUE(refused([](TestedKeys& t) { t.threshold = 90; }));
  EXPECT_TRUE(refused([](TestedKeys& t) { t.eta = number("1e-9"); }));
  EXPECT_TRUE(refused([](TestedKeys& t) { t.gamma = number("0.0099"); }));
  EXPECT_TRUE(refused([](TestedKeys& t) { t.scale = 0; }));
  EXPECT_TRUE(refused([](TestedKeys& t) { t.passes = -1, t.most = 0; }));
  EXPECT_TRUE(refused([](TestedKeys& t) { t.most = 1'000'001; }));
  // Shown with probability 0.27, and hidden by less noise than is promised.
  EXPECT_TRUE(refused(
      [](TestedKeys& t) { t.scale = 20, t.threshold = 2, t.eta = number("0.9"); }));
}

TEST(RandomDp, ProductsAddAndDpMayFollow) {
  const auto first = sparse_cells(2, 25, 500, number("0.04"));
  const auto second = sparse_cells(4, 10, 500, number("0.02"));
  const auto dp = replace_from_add_remove(discrete_laplace_cells(10, 1));
  const auto sum = random_composition({*first, *second, *dp});
  ASSERT_TRUE(sum);
  EXPECT_EQ(std::get<RandomDpPromise>(sum->conclusion.promise),
            (RandomDpPromise{number("1.7"), 0, number("0.06")}));
  EXPECT_TRUE(holds(*sum));
}

// Item 14: what is asked after an answer is not covered, though that was dp.
TEST(RandomDp, AnAverageCaseReleaseAfterAnAnswerIsRefused) {
  const auto random = sparse_cells(2, 25, 500, number("0.04"));
  const auto dp = replace_from_add_remove(discrete_laplace_cells(10, 1));
  const auto sum = random_composition({*dp, *random});
  ASSERT_FALSE(sum);
  EXPECT_NE(sum.error().message.find("chosen by an earlier answer"), std::string::npos);
  EXPECT_FALSE(random_composition({*random, *dp, *random}));
  EXPECT_FALSE(random_composition({*dp, *dp}));
  EXPECT_FALSE(random_composition({}));
  EXPECT_FALSE(random_composition({*random, discrete_laplace_cells(10, 1)}));  // mixed
}

// z uniform on 10^6 values, and then whether somebody of 100 has the
// value z. Each question alone differs between neighbours with probability 2 n^n /
// (n+1)^(n+1) at most; the two together tell the missing row with 0.9999.
TEST(RandomDp, TheAdaptiveCounterexampleHasTheNumbersOfTheSpecification) {
  const Rational n = 100;
  const Interval each =
      Interval(2) * exp(Interval(n) * log(Interval(n / (n + 1)))) / Interval(n + 1);
  EXPECT_NEAR(each.middle(), 0.007321014105527114, 1e-12);
  const Interval pair = exp(Interval(n) * log(Interval(1 - Rational(1, 1'000'000))));
  EXPECT_NEAR(pair.middle(), 0.9999000049498383, 1e-12);
}

// The same by enumeration for three people and 12 values, where z is chosen by a
// 1-dp answer of score [z is present]: each question fails with at most 0.211, the pair
// with 0.904.
TEST(RandomDp, ADpAnswerBeforeItDoesNotHelp) {
  constexpr int kValues = 12;
  int pair_fails = 0, all = 0;
  Rational most_alone = 0;
  for (int p = 0; p <= 200; ++p) {  // each question: z has probability p/200
    const Rational share(p, 200), other = Rational(1) - share;
    const Rational absent = other * other;  // from the two rows that stay
    most_alone = std::max(most_alone, absent * share * other * 2);
  }
  EXPECT_NEAR(most_alone.to_double(), 0.211, 0.001);
  std::vector<int> rows(4, 0);
  for (int code = 0; code < kValues * kValues * kValues * kValues; ++code) {
    int left = code;
    for (int& row : rows) row = left % kValues, left /= kValues;
    // The bits differ for some z, and every z can be chosen: then the pair is not close
    // for any alpha.
    const auto present = [&](int z, int last) {
      return rows[0] == z || rows[1] == z || rows[last] == z;
    };
    bool differs = false;
    for (int z = 0; z < kValues; ++z) differs |= present(z, 2) != present(z, 3);
    pair_fails += differs;
    ++all;
  }
  EXPECT_NEAR(Rational(pair_fails, all).to_double(), 0.904, 0.0005);
}

}  // namespace
}  // namespace selvage
