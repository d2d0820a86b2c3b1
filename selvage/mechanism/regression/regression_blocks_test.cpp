// Where there are many blocks: the shipped run on what nine of them hold, the draws of
// blocks word by word, and the ends of intervals candidate by candidate.
#include <cmath>
#include <cstring>
#include <random>

#include "selvage/mechanism/regression/block_draws.hpp"
#include "selvage/mechanism/regression/regression_testing.hpp"
#include "selvage/outcome/answering_source.hpp"
#include "selvage/outcome/outcome_tree.hpp"

namespace selvage {
namespace {

constexpr std::uint32_t kNine = 9;

// A block with this intercept and slope; none: it has no fit.
using FitOfBlock = std::optional<std::pair<std::int64_t, std::int64_t>>;

// Blocks with two rows each, whatever is asked.
class BlocksReader : public Reader {
 public:
  BlocksReader(Reading reading, const std::vector<FitOfBlock>& fits)
      : reading_(std::move(reading)) {
    BlockTally tally(static_cast<std::uint32_t>(fits.size()), 2);
    for (std::uint32_t block = 0; block < fits.size(); ++block) {
      if (!fits[block]) continue;
      const auto [intercept, slope] = *fits[block];
      for (const std::int64_t x : {0, 1}) {
        const std::int64_t row[] = {intercept + slope * x, x};
        tally.add(block, row);
      }
    }
    sums_ = tally.sums();
  }
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override { return Cells{}; }
  Result<std::vector<BlockSums>> block_sums(const BlockRequest& request) override {
    EXPECT_EQ(request.blocks, sums_.size());
    return sums_;
  }

 private:
  Outcome each_row(const VisitRow&) override { return Done{}; }
  Reading reading_;
  std::vector<BlockSums> sums_;
};

// The tree, but the noise of the count is 0: its law is known by its scale.
class CountedTree : public TreeSource {
 public:
  using TreeSource::TreeSource;
  void discrete_laplace(std::span<std::int64_t> out, const Rational& scale) override {
    std::fill(out.begin(), out.end(), 0);
    asked_ = scale;
  }
  Rational count_scale() const { return asked_; }

 private:
  Rational asked_ = 0;
};

// What is drawn of blocks: coefficients, and a count with noise of this scale.
struct LawOfBlocks {
  OutcomeLaw<std::vector<std::int64_t>> coefficients;
  std::int64_t fitted = 0;
  Rational scale = 0;
};

LawOfBlocks law_of_blocks(const RegressionMechanism& mechanism,
                          const std::vector<FitOfBlock>& fits) {
  BlocksReader reader(mechanism.needs().reading, fits);
  LawOfBlocks law;
  law.coefficients = law_of<CountedTree>({.cut = 0}, [&](CountedTree& random) {
    Drawn drawn = *mechanism.run(reader, random);
    law.fitted = drawn.numbers.back()[0];
    law.scale = random.count_scale();
    drawn.numbers.pop_back();
    std::vector<std::int64_t> told;
    for (const auto& number : drawn.numbers) told.push_back(number[0]);
    return told;
  });
  EXPECT_EQ(law.coefficients.unresolved.upper(), Rational(0));
  return law;
}

// The largest loss of p over q: of the count, and of the coefficients.
double loss_of(const LawOfBlocks& p, const LawOfBlocks& q) {
  double most = 0;
  for (const auto& [told, mass] : p.coefficients.mass) {
    const auto other = q.coefficients.mass.find(told);
    if (other == q.coefficients.mass.end()) {
      ADD_FAILURE() << "drawn of one of them alone";
      continue;
    }
    most = std::max(most, std::log(mass.value().upper().to_double() /
                                   other->second.value().upper().to_double()));
  }
  const Rational of_count = Rational(p.fitted - q.fitted) / p.scale;
  return most + std::abs(of_count.to_double());
}

// Of nine blocks one is another one: its fit is moved, or it has none. Most blocks are
// at the ends, and all that has weight lies between them: then one block needs almost
// all of epsilon, and nothing would be kept with half of the noise in the count, or in
// the coefficients.
TEST(RegressionBlocks, OneOfManyBlocksNeedsAllOfEpsilon) {
  const Rational epsilon = 2;
  const CodeScale scale = CodeScale::linear(4);
  const auto mechanism =
      made_regression({{{"x"}}, epsilon, 1, {1}, kNine}, "", {.scale = scale});
  ASSERT_EQ(mechanism->blocks(), kNine);
  const std::int64_t most = scale.most();
  const FitOfBlock low = std::pair(-most, -most), high = std::pair(most, most),
                   near = std::pair(1 - most, 1 - most), none = std::nullopt;
  const FitOfBlock of_last[] = {low, high, near, none, std::pair(3, -4)};
  std::vector<LawOfBlocks> laws;
  for (const FitOfBlock& last : of_last)
    laws.push_back(
        law_of_blocks(*mechanism, {low, low, low, near, near, high, high, last, high}));
  double needed = 0;
  for (const LawOfBlocks& p : laws)
    for (const LawOfBlocks& q : laws) needed = std::max(needed, loss_of(p, q));
  EXPECT_LE(needed, 2 * (1 + 1e-9));
  EXPECT_GT(needed, 2 * 0.95);
}

// Answers what is to be uniform with these words, and sees what is asked.
class WordsSource : public AnsweringSource {
 public:
  explicit WordsSource(std::vector<std::uint64_t> words) : words_(std::move(words)) {}
  void uniform_below(std::span<std::uint64_t> out, std::uint64_t n) override {
    asked_.push_back(n);
    for (auto& x : out) x = words_.at(next_++);
  }
  const std::vector<std::uint64_t>& asked() const { return asked_; }
  std::size_t used() const { return next_; }

 private:
  std::int64_t answer(std::size_t, std::size_t) const override { return 0; }
  std::vector<std::uint64_t> words_, asked_;
  std::size_t next_ = 0;
};

// Keeps the key that it is asked with.
class KeyedBlocksReader : public BlocksReader {
 public:
  using BlocksReader::BlocksReader;
  Result<std::vector<BlockSums>> block_sums(const BlockRequest& request) override {
    key = request.key;
    return BlocksReader::block_sums(request);
  }
  BlockKey key = {};
};

// In which block a name lies nobody can choose: both halves of the key are drawn.
// [T140]
TEST(RegressionBlocks, TheKeyOfNamesIsDrawn) {
  const auto mechanism = made_regression({{{"x"}}, 2, 1, {1}, kNine}, "who");
  KeyedBlocksReader reader(mechanism->needs().reading,
                           std::vector<FitOfBlock>(kNine, std::pair(1, 2)));
  const std::uint64_t halves[] = {0x0123456789abcdef, 0x1f2e3d4c5b6a7988};
  WordsSource source({halves[0], halves[1]});
  ASSERT_TRUE(mechanism->run(reader, source));
  EXPECT_EQ(source.asked(), std::vector<std::uint64_t>({std::uint64_t{1} << 63}));
  EXPECT_EQ(std::memcmp(reader.key.data(), halves, sizeof halves), 0);
}

// Three rows have the digits of one draw.
std::vector<std::uint64_t> blocks_by_word(const std::vector<std::uint64_t>& words,
                                          std::uint64_t blocks) {
  WordsSource source(words);
  std::vector<std::uint64_t> out(3 * words.size(), ~std::uint64_t{0});
  draw_blocks(out, blocks, source);
  EXPECT_EQ(source.asked(), std::vector<std::uint64_t>({blocks * blocks * blocks}));
  EXPECT_EQ(source.used(), words.size());
  return out;
}

void expect_digits(const std::vector<std::uint64_t>& words, std::uint64_t blocks) {
  const auto out = blocks_by_word(words, blocks);
  for (std::size_t i = 0; i < words.size(); ++i) {
    ASSERT_EQ(out[3 * i], words[i] % blocks) << words[i] << " of " << blocks;
    ASSERT_EQ(out[3 * i + 1], words[i] / blocks % blocks) << words[i];
    ASSERT_EQ(out[3 * i + 2], words[i] / blocks / blocks) << words[i];
  }
}

// All blocks of three rows come from one word each: uniform, and independent.
TEST(DrawBlocks, EveryWordOfASmallDomainGivesOtherBlocks) {
  for (std::uint64_t blocks = 1; blocks <= 16; ++blocks) {
    std::vector<std::uint64_t> words(blocks * blocks * blocks);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = i;
    const auto out = blocks_by_word(words, blocks);
    std::vector<int> seen(words.size());
    for (std::size_t i = 0; i < out.size(); i += 3) {
      for (std::size_t k = 0; k < 3; ++k) ASSERT_LT(out[i + k], blocks);
      ++seen[(out[i] * blocks + out[i + 1]) * blocks + out[i + 2]];
    }
    EXPECT_EQ(seen, std::vector<int>(words.size(), 1)) << blocks;
    expect_digits(words, blocks);
  }
}

// Against division, where a quotient may come out one too small.
TEST(DrawBlocks, AreDigitsOfWordsUpToTheMostBlocks) {
  std::mt19937_64 random(3);
  for (const std::uint64_t blocks : std::initializer_list<std::uint64_t>{
           2, 3, 7, 17, 178, 1000, 4096, 65'537, 100'000, 524'288, 999'983, 1'048'573,
           (1 << 20) - 1}) {
    const std::uint64_t all = blocks * blocks * blocks;
    std::vector<std::uint64_t> words = {0, 1, all - 1, all / 2};
    for (int i = 0; i < 2000; ++i) {
      const std::uint64_t any = random() % all, top = all - 1 - random() % blocks;
      for (const std::uint64_t multiple :
           {any / blocks * blocks, any / blocks / blocks * blocks * blocks,
            top / blocks * blocks})
        for (const std::uint64_t word : {multiple - 1, multiple, multiple + 1})
          if (word < all) words.push_back(word);
      words.push_back(any);
      words.push_back(top);
    }
    expect_digits(words, blocks);
  }
}

// Few rows have a word of their own; the last ones need not use all of theirs.
TEST(DrawBlocks, OfAnyNumberOfRows) {
  WordsSource few({4, 2});
  std::uint64_t two[2];
  draw_blocks(two, 5, few);
  EXPECT_EQ(few.asked(), std::vector<std::uint64_t>({5}));
  EXPECT_EQ(two[0], 4u);
  EXPECT_EQ(two[1], 2u);
  WordsSource more({1 + 5 * 2 + 25 * 3, 4 + 5 * 0 + 25 * 2});
  std::uint64_t five[5];
  draw_blocks(five, 5, more);
  EXPECT_EQ(std::vector<std::uint64_t>(five, five + 5),
            std::vector<std::uint64_t>({1, 2, 3, 4, 0}));
  WordsSource none({});
  draw_blocks({}, 5, none);
  EXPECT_EQ(none.used(), 0u);
}

// Medians are given; the search for an end stops at the last coin or after so many.
class EndsSource : public AnsweringSource {
 public:
  EndsSource(std::vector<std::int64_t> medians, std::int64_t rho, std::size_t coins)
      : medians_(std::move(medians)), rho_(rho), coins_(coins) {}
  void draw(std::span<std::int64_t> in_out,
            const std::shared_ptr<const Law>&) override {
    for (auto& x : in_out) x = medians_.at(median_++);
  }
  void geometric(std::span<std::int64_t> out, const Rational& scale) override {
    for (auto& x : out) x = rho_;
    searches.push_back({scale, {}});
  }
  void bernoulli_exp(std::span<std::uint8_t> out, const Rational& x) override {
    searches.back().coins.push_back(x);
    for (auto& stops : out) stops = searches.back().coins.size() > coins_;
  }
  struct Search {
    Rational scale;
    std::vector<Rational> coins;
    bool operator==(const Search&) const = default;
  };
  std::vector<Search> searches;

 private:
  std::int64_t answer(std::size_t, std::size_t) const override { return 0; }
  std::vector<std::int64_t> medians_;
  std::int64_t rho_;
  std::size_t coins_, median_ = 0;
};

// Every coin of every search by hand, which is the law of the ends: how many blocks lie
// beyond a candidate, whatever is tied there, and the shift in whole. [T271]
TEST(RegressionBlocks, EndsAreSearchedByTheRanksOfBlocks) {
  constexpr std::int64_t kShift = 2;
  const std::int64_t most = CodeScale::linear(4).most();
  RegressionRequest request{{{"x"}}, 8, 1, {1}, kNine};
  request.shift = kShift;
  const auto mechanism = made_regression(request, "", {.scale = CodeScale::linear(4)});
  const std::vector<std::int64_t> intercepts = {-9, -9, -4, -1, 0, 0, 3, 7, 7},
                                  slopes = {2, -6, -6, 5, 5, 5, 11, -13, 1};
  std::vector<FitOfBlock> fits;
  for (std::size_t i = 0; i < kNine; ++i)
    fits.emplace_back(std::pair(intercepts[i], slopes[i]));
  BlocksReader reader(mechanism->needs().reading, fits);
  const std::int64_t medians[] = {0, 5};
  // Half of epsilon for four ends: for each a quarter in first, twice, and half in
  // second.
  const Rational end = Rational(8) / 2 / 4, first = end / 4, second = end / 2;
  for (const std::int64_t rho : {0, 1, 5})
    for (const std::size_t coins :
         {std::size_t{0}, std::size_t{3}, std::size_t{1000}}) {
      EndsSource source({0, 5}, rho, coins);
      const Drawn drawn = *mechanism->run(reader, source);
      ASSERT_EQ(drawn.numbers.size(), 7u);
      std::size_t search = 0;
      for (std::size_t i = 0; i < 2; ++i)
        for (const std::int64_t side : {-1, 1}) {
          const auto& codes = i == 0 ? intercepts : slopes;
          const std::int64_t outermost = most - side * medians[i];
          EndsSource::Search expected{Rational(1) / first, {}};
          std::int64_t kept = outermost;
          // Below 32 every distance is a candidate.
          for (std::int64_t distance = outermost; distance-- > 0;) {
            std::int64_t within = 0;  // towards the median, and there
            for (const std::int64_t code : codes)
              within += side * code <= side * medians[i] + distance;
            const std::int64_t twice = 2 * within - kNine + rho;
            const std::int64_t need =
                (twice + 100) / 2 + (twice + 100) % 2 - 50 - kShift;
            expected.coins.push_back(second * std::max<std::int64_t>(need, 0));
            if (expected.coins.size() > coins) break;
            kept = distance;
          }
          ASSERT_LT(search, source.searches.size());
          EXPECT_TRUE(source.searches[search++] == expected)
              << i << ' ' << side << ' ' << rho << ' ' << coins;
          EXPECT_EQ(drawn.numbers[2 + 2 * i + (side > 0 ? 1 : 0)][0],
                    medians[i] + side * kept);
        }
    }
}

}  // namespace
}  // namespace selvage
