// What blocks tell before the tests: a person lies in one block with all their rows,
// which block does not depend on where a row stands, and each median spends its part.
// [T140, T148]
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "selvage/mechanism/quantile/quantile_law.hpp"
#include "selvage/mechanism/robust_regression/robust_testing.hpp"
#include "selvage/outcome/answering_source.hpp"

namespace selvage {
namespace {

constexpr std::uint32_t kSizeBlocks = 9;
const RobustRequest kSizes{{{"x"}}, 2, Rational(1, 100), 1, {1}};

// Keeps the laws of the medians and answers each of them with 0. Rows are put into
// these blocks, three by each word.
class SizesSource : public AnsweringSource {
 public:
  explicit SizesSource(std::vector<std::uint64_t> blocks)
      : blocks_(std::move(blocks)) {}
  void draw(std::span<std::int64_t> in_out,
            const std::shared_ptr<const Law>& law) override {
    if (std::dynamic_pointer_cast<const QuantileLaw>(law)) laws.push_back(law);
    for (auto& x : in_out) x = 0;
  }
  void uniform_below(std::span<std::uint64_t> out, std::uint64_t n) override {
    asked.push_back(n);
    for (auto& word : out) {
      word = 0;
      for (std::uint64_t digit = 1; digit < n && next_ < blocks_.size();
           digit *= kSizeBlocks)
        word += digit * blocks_[next_++];
    }
  }
  std::vector<std::shared_ptr<const Law>> laws;
  std::vector<std::uint64_t> asked;

 private:
  std::int64_t answer(std::size_t, std::size_t) const override { return 0; }
  std::vector<std::uint64_t> blocks_;
  std::size_t next_ = 0;
};

// The weights of all that a median can be, one list for each median.
using MedianLaws = std::vector<std::map<std::int64_t, double>>;

MedianLaws medians_of_rows(const NumberRows& rows,
                           const std::vector<std::uint64_t>& blocks = {}) {
  const RobustSize size{.size_exponent = 5,
                        .middle_exponent = 5,
                        .blocks = kSizeBlocks,
                        .least_people = -1'000'000};
  const auto mechanism = made_robust(kSizes, rows.people.empty() ? "" : "who", size);
  HeldReader reader(mechanism->needs().reading, rows);
  SizesSource source(blocks);
  EXPECT_TRUE(mechanism->run(reader, source));
  MedianLaws all;
  for (const auto& law : source.laws) {
    auto& weights = all.emplace_back();
    for (std::uint64_t i = 0; i < *law->size(0); ++i)
      weights[law->value(0, i)] = law->weight(0, i).value().upper().to_double();
  }
  EXPECT_EQ(std::ssize(all), medians_of(kSizes));
  return all;
}

// The largest loss of a median.
double median_loss(const MedianLaws& p, const MedianLaws& q) {
  double most = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_EQ(p[i].size(), q[i].size());
    for (const auto& [code, weight] : p[i])
      most = std::max(most, std::abs(std::log(weight / q[i].at(code))));
  }
  return most;
}

// What a median may spend: three tenths of epsilon are for five of them.
constexpr double kOfMedian = 2 * 0.3 / 5;

std::int64_t any_number(std::mt19937_64& random, std::int64_t most) {
  return static_cast<std::int64_t>(random() %
                                   static_cast<std::uint64_t>(2 * most + 1)) -
         most;
}

NumberRows rows_of_some_people(std::mt19937_64& random, std::size_t rows) {
  NumberRows all;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::int64_t scale = std::int64_t{1} << random() % 12;
    all.numbers.push_back(any_number(random, scale));
    all.numbers.push_back(any_number(random, 20));
    // Names like hashes: the first half decides the block.
    all.people.push_back(Uint128{(random() % 40) * 0x9E3779B97F4A7C15} << 64);
  }
  return all;
}

NumberRows with_rows(const NumberRows& rows, const std::vector<std::size_t>& order) {
  NumberRows all;
  for (const std::size_t i : order) {
    all.numbers.push_back(rows.numbers[2 * i]);
    all.numbers.push_back(rows.numbers[2 * i + 1]);
    if (!rows.people.empty()) all.people.push_back(rows.people[i]);
  }
  return all;
}

std::vector<std::size_t> shuffled(std::mt19937_64& random, std::size_t count) {
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

TEST(RobustSizes, ANamedPersonMovesOneBlockWithAllTheirRows) {
  std::mt19937_64 random(3);
  double most = 0;
  for (int round = 0; round < 12; ++round) {
    const NumberRows rows = rows_of_some_people(random, 60);
    const MedianLaws before = medians_of_rows(rows);
    EXPECT_LE(median_loss(before, medians_of_rows(with_rows(
                                      rows, shuffled(random, rows.people.size())))),
              1e-9);
    const Uint128 person = rows.people[random() % 60];
    std::vector<std::size_t> others;
    NumberRows moved = rows;
    for (std::size_t i = 0; i < 60; ++i) {
      if (rows.people[i] != person) {
        others.push_back(i);
        continue;
      }
      moved.numbers[2 * i] = any_number(random, 60'000);
      moved.numbers[2 * i + 1] = any_number(random, 20'000);
    }
    ASSERT_LT(others.size(), 60u);
    for (const NumberRows& beside : {with_rows(rows, others), moved}) {
      const double loss = median_loss(before, medians_of_rows(beside));
      EXPECT_LE(loss, kOfMedian * (1 + 1e-9));
      most = std::max(most, loss);
    }
  }
  EXPECT_GT(most, kOfMedian * 0.4);
}

// Rows lie in the blocks that are drawn for them, wherever they stand.
TEST(RobustSizes, RowsLieWhereTheyAreDrawn) {
  std::mt19937_64 random(5);
  double most = 0, apart = 0;
  for (int round = 0; round < 12; ++round) {
    NumberRows rows = rows_of_some_people(random, 61);
    rows.people.clear();
    std::vector<std::uint64_t> blocks(61);
    for (auto& block : blocks) block = random() % kSizeBlocks;
    const MedianLaws before = medians_of_rows(rows, blocks);
    const auto order = shuffled(random, 61);
    std::vector<std::uint64_t> with_them;
    for (const std::size_t i : order) with_them.push_back(blocks[i]);
    EXPECT_LE(median_loss(before, medians_of_rows(with_rows(rows, order), with_them)),
              1e-9);
    apart = std::max(
        apart, median_loss(before, medians_of_rows(with_rows(rows, order), blocks)));
    NumberRows moved = rows;
    const std::size_t place = random() % 61;
    moved.numbers[2 * place] = 60'000;
    moved.numbers[2 * place + 1] = -20'000;
    std::vector<std::size_t> others = order;
    std::erase(others, place);
    std::vector<std::uint64_t> without;
    for (const std::size_t i : others) without.push_back(blocks[i]);
    for (const double loss :
         {median_loss(before, medians_of_rows(moved, blocks)),
          median_loss(before, medians_of_rows(with_rows(rows, others), without))}) {
      EXPECT_LE(loss, kOfMedian * (1 + 1e-9));
      most = std::max(most, loss);
    }
  }
  EXPECT_GT(most, kOfMedian * 0.4);
  EXPECT_GT(apart, 1e-3);
}

// And these are drawn uniformly, for three rows at once.
TEST(RobustSizes, BlocksOfRowsAreDrawn) {
  NumberRows rows;
  rows.numbers.resize(2 * 7);
  const RobustSize size{.blocks = kSizeBlocks, .least_people = -1'000'000};
  const auto mechanism = made_robust(kSizes, "", size);
  HeldReader reader(mechanism->needs().reading, rows);
  SizesSource source({});
  EXPECT_TRUE(mechanism->run(reader, source));
  EXPECT_EQ(source.asked, std::vector<std::uint64_t>({9 * 9 * 9}));
}

// Keeps the key that it is asked with.
class KeyedRowsReader : public HeldReader {
 public:
  using HeldReader::HeldReader;
  Result<NumberRows> number_rows(const BlockKey& asked) override {
    key = asked;
    return HeldReader::number_rows(asked);
  }
  BlockKey key = {};
};

class KeySource : public SizesSource {
 public:
  KeySource() : SizesSource({}) {}
  void uniform_below(std::span<std::uint64_t> out, std::uint64_t n) override {
    asked.push_back(n);
    for (auto& word : out) word = half += 0x0123456789abcdef;
  }
  std::uint64_t half = 0;
};

// Nobody can choose a name that is taken for another one: both halves of the key are
// drawn. [T145]
TEST(RobustSizes, TheKeyOfNamesIsDrawn) {
  const RobustSize size{.blocks = kSizeBlocks, .least_people = -1'000'000};
  const auto mechanism = made_robust(kSizes, "who", size);
  KeyedRowsReader reader(mechanism->needs().reading, {});
  KeySource source;
  ASSERT_TRUE(mechanism->run(reader, source));
  EXPECT_EQ(source.asked, std::vector<std::uint64_t>({std::uint64_t{1} << 63}));
  const std::uint64_t halves[] = {0x0123456789abcdef, 2 * 0x0123456789abcdefULL};
  EXPECT_EQ(std::memcmp(reader.key.data(), halves, sizeof halves), 0);
}

// Whether there is an answer follows from the noisy number of people, which is told,
// and from nothing else. [T149]
TEST(RobustSizes, TheNoisyCountDecides) {
  const RobustSize size{.blocks = kSizeBlocks, .least_people = 100};
  const auto mechanism = made_robust(kSizes, "", size);
  for (const std::int64_t people : {50, 150})
    for (const std::int64_t noise : {-60, 0, 60}) {
      NumberRows rows;
      rows.numbers.resize(static_cast<std::size_t>(2 * people));
      HeldReader reader(mechanism->needs().reading, rows);
      ConstantSource source(noise);
      const Drawn drawn = *mechanism->run(reader, source);
      EXPECT_EQ(drawn.numbers[0][0], people + noise);
      EXPECT_EQ(drawn.numbers[1][0] == RobustRegressionMechanism::kNone,
                people + noise < 100);
    }
}

}  // namespace
}  // namespace selvage
