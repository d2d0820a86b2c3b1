#include "selvage/mechanism/certain/acceptance_law.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

class CountedWords : public WordStream {
 public:
  explicit CountedWords(std::vector<std::uint64_t> words) : words_(std::move(words)) {}
  std::uint64_t operator()() override { return words_.at(next_++); }
  void fill(std::span<std::uint64_t> out) override {
    for (auto& word : out) word = (*this)();
  }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t next_ = 0;
};

// The words below the probability, and no others.
TEST(AcceptanceLaw, ShowsForExactlyTheWordsBelowItsProbability) {
  const auto table =
      std::make_shared<const AcceptanceTable>(1, *Rational::parse("1e-6"));
  const AcceptanceLaw law(table);
  const auto sampler = law.sampler();
  for (const std::int64_t k : {1, 14, 27}) {
    const auto limit = static_cast<std::uint64_t>(table->at(k));
    CountedWords words({0, limit - 1, limit, ~std::uint64_t{0}});
    std::vector<std::int64_t> drawn(4, k);
    sampler->draw(drawn, words);
    EXPECT_EQ(drawn, (std::vector<std::int64_t>{1, 1, 0, 0})) << k;
    EXPECT_EQ(law.weight(k, 0).factor, table->probability(k));
    EXPECT_EQ(law.weight(k, 0).factor + law.weight(k, 1).factor, 1);
  }
  CountedWords words({~std::uint64_t{0}});
  std::vector<std::int64_t> sure = {28};
  sampler->draw(sure, words);
  EXPECT_EQ(sure[0], 1);
  EXPECT_EQ(law.size(27), 2);  // both are possible up to there
  EXPECT_EQ(law.size(28), 1);
}

}  // namespace
}  // namespace selvage
