// A law that no room of the library knows goes through every door to randomness.
#include "selvage/random/law.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "selvage/outcome/answering_source.hpp"
#include "selvage/outcome/outcome_tree.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

// The input with probability 3/4, else the input and `step`: by two bits of a word.
class Stumble : public Law {
 public:
  explicit Stumble(std::int64_t step)
      : Law("stumble " + std::to_string(step)), step_(step) {}

  std::unique_ptr<Sampler> sampler() const override {
    class Bits : public Sampler {
     public:
      explicit Bits(std::int64_t step) : step_(step) {}
      void draw(std::span<std::int64_t> in_out, WordStream& words) override {
        std::vector<std::uint64_t> batch(in_out.size());
        words.fill(batch);
        for (std::size_t i = 0; i < batch.size(); ++i)
          if (batch[i] >> 62 == 3) in_out[i] += step_;
      }

     private:
      std::int64_t step_;
    };
    ++samplers;
    return std::make_unique<Bits>(step_);
  }

  std::optional<std::uint64_t> size(std::int64_t) const override { return 2; }
  std::int64_t value(std::int64_t input, std::uint64_t index) const override {
    return index == 0 ? input : input + step_;
  }
  Weight weight(std::int64_t, std::uint64_t index) const override {
    return {Rational(index == 0 ? 3 : 1, 4), 0, {}};
  }
  Interval rest(std::int64_t, std::uint64_t count) const override {
    return count == 0 ? Interval(1) : Interval(Rational(1, 4));
  }

  mutable int samplers = 0;  // made so far

 private:
  std::int64_t step_;
};

std::vector<std::int64_t> rising(std::size_t size) {
  std::vector<std::int64_t> numbers(size);
  for (std::size_t i = 0; i < size; ++i) numbers[i] = static_cast<std::int64_t>(i);
  return numbers;
}

TEST(Law, IsDrawnFromTheWordsOfTheSource) {
  SeededSource source(11);
  SeededWords words(11);
  auto numbers = rising(5000);
  source.draw(numbers, std::make_shared<const Stumble>(100'000));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    EXPECT_EQ(numbers[i],
              static_cast<std::int64_t>(i) + (words() >> 62 == 3 ? 100'000 : 0));
  std::vector<std::uint64_t> after(1);
  source.uniform_below(after, std::uint64_t{1} << 63);
  EXPECT_EQ(after[0], words() >> 1);  // none was taken in vain
}

TEST(Law, TheSourceKeepsItsSamplerUntilAnotherLawComes) {
  SeededSource source(12);
  const auto law = std::make_shared<const Stumble>(7);
  const auto again = std::make_shared<const Stumble>(7);
  const auto other = std::make_shared<const Stumble>(-7);
  auto numbers = rising(10);
  source.draw(numbers, law);
  source.draw(numbers, law);
  source.draw(numbers, again);  // of the same text
  EXPECT_EQ(law->samplers, 1);
  EXPECT_EQ(again->samplers, 0);
  std::vector<std::int64_t> falls(1000, 0);
  source.draw(falls, other);
  EXPECT_EQ(other->samplers, 1);
  for (const std::int64_t j : falls) EXPECT_TRUE(j == 0 || j == -7);
}

// A law made for one draw only: the source keeps it.
TEST(Law, MayBeForgottenByWhoeverBroughtIt) {
  SeededSource source(13);
  std::int64_t number = 5;
  for (int i = 0; i < 3; ++i)
    source.draw(std::span(&number, 1), std::make_shared<const Stumble>(0));
  EXPECT_EQ(number, 5);
}

TEST(Law, HasItsWeightsInTheOutcomeTree) {
  const auto walked = law_of<TreeSource>({.cut = 0}, [](TreeSource& source) {
    std::vector<std::int64_t> numbers = {10, 20};
    source.draw(numbers, std::make_shared<const Stumble>(3));
    return numbers;
  });
  EXPECT_EQ(walked.mass.size(), 4u);
  EXPECT_EQ(walked.mass.at({10, 20}).single()->factor, Rational(9, 16));
  EXPECT_EQ(walked.mass.at({13, 20}).single()->factor, Rational(3, 16));
  EXPECT_EQ(walked.mass.at({10, 23}).single()->factor, Rational(3, 16));
  EXPECT_EQ(walked.mass.at({13, 23}).single()->factor, Rational(1, 16));
  EXPECT_EQ(walked.unresolved.upper(), Rational(0));
}

TEST(Law, IsAnsweredByProbes) {
  ConstantSource source(4);
  std::vector<std::int64_t> numbers = {10, 20};
  source.draw(numbers, std::make_shared<const Stumble>(3));
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{14, 24}));
  EXPECT_EQ(source.draws(), 2u);
}

}  // namespace
}  // namespace selvage
