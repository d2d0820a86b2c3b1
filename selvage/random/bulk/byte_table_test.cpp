#include "selvage/random/bulk/byte_table.hpp"

#include <gtest/gtest.h>

#include "selvage/random/bulk/table_testing.hpp"
#include "selvage/random/inversion/geometric_inversion.hpp"
#include "selvage/random/stream/seeded_words.hpp"

namespace selvage {
namespace {

using namespace table_testing;

struct Case {
  const char* name;
  Result<ThresholdLaw> law;
  Kind kind;
  Rational parameter;
  std::int64_t last;
  std::uint64_t undecided;
  double words_of_zero;  // 2^16 P(0)
};

std::vector<Case> cases() {
  return {
      {"two-sided 1", ThresholdLaw::two_sided(1), Kind::two_sided, 1, 0, 261,
       30285.310018},
      {"gaussian 9", ThresholdLaw::gaussian(9), Kind::gaussian, 9, 0, 265, 8715.027096},
      {"geometric 0.64", ThresholdLaw::geometric(Rational(25, 16)), Kind::geometric,
       Rational(25, 16), 0, 264, 30979.363698},
      {"truncated 0.01", ThresholdLaw::truncated(100, 63), Kind::truncated, 100, 63, 63,
       1379.487295}};
}

// The words of blocks whose lanes have these two bytes.
std::vector<std::uint64_t> words_of(const std::vector<std::uint32_t>& pairs) {
  std::vector<std::uint64_t> words(pairs.size() / kBlockLanes * kBlockWords);
  for (std::size_t lane = 0; lane < pairs.size(); ++lane) {
    const std::size_t word = lane / 64 * 16 + lane % 64 / 8;
    words[word] |= std::uint64_t{pairs[lane] >> 8} << lane % 8 * 8;
    words[word + 8] |= std::uint64_t{pairs[lane] & 255} << lane % 8 * 8;
  }
  return words;
}

// Every kernel on all pairs of bytes, and then on all pairs that can follow those it
// leaves open: no value comes out more often than it may.
TEST(ByteTable, DecidesNoValueTooOften) {
  std::vector<std::uint32_t> pairs(kAll);
  for (std::uint32_t i = 0; i < kAll; ++i) pairs[i] = i;
  const auto words = words_of(pairs);
  for (const auto& c : cases()) {
    const auto thresholds = thresholds_of(c.kind, c.parameter, 80, c.last);
    EXPECT_NEAR((Rational(kAll) * (exactly(1) - thresholds[1]).lower).to_double(),
                c.words_of_zero, 1e-6);
    std::vector<std::uint32_t> open;
    Census census;
    for (const auto& kernel : byte_kernels()) {
      const auto table = *ByteTable::make(*c.law, 64, kernel);
      std::vector<std::uint8_t> sizes(kAll);
      std::vector<std::uint32_t> unsure(kAll + 2);
      unsure.resize(kernel.look_up(table.cells(), words.data(), kAll / 64, sizes.data(),
                                   unsure.data()));
      census = {};
      for (std::uint64_t u = 0; u < kAll; ++u) {
        const bool sure = !std::binary_search(unsure.begin(), unsure.end(), u);
        count(census, u, 16,
              sure ? std::optional<std::int64_t>(sizes[u]) : std::nullopt, thresholds);
      }
      expect_brackets(census, thresholds, Rational::from_uint64(kAll), c.name);
      EXPECT_EQ(census.undecided, c.undecided) << c.name << ' ' << kernel.name;
      open = unsure;
    }
    const auto deeper = *ByteTable::make(*c.law, 32);
    Census all;
    for (const auto& [value, number] : census.decided)
      all.decided[value] = number * kAll;
    for (const std::uint64_t u : open)
      for (std::uint64_t more = 0; more < kAll; ++more) {
        ListedWords none;
        std::optional<std::int64_t> value;
        try {
          value = deeper.prolong(u, more << 48, none);
        } catch (const NoMoreWords&) {
        }
        count(all, u << 16 | more, 32, value, thresholds);
      }
    expect_brackets(all, thresholds, Rational::from_uint64(kAll * kAll), c.name);
    EXPECT_LT(all.undecided, 100u) << c.name;
  }
}

// Batches of sizes, and their signs.
std::vector<std::int64_t> expected(const ThresholdLaw& law, std::size_t size,
                                   SeededWords& words) {
  std::vector<std::int64_t> result;
  while (result.size() < size) {
    const std::size_t blocks = std::clamp<std::size_t>((size - result.size()) / 64, 1,
                                                       ByteTable::kBatchBlocks);
    const auto sizes = sizes_by_hand(law, blocks, words);
    std::vector<std::uint64_t> signs(blocks);
    if (law.symmetric()) words.fill(signs);
    for (std::size_t lane = 0; lane < sizes.size() && result.size() < size; ++lane)
      result.push_back((signs[lane / 64] >> lane % 64 & 1) == 1 ? -sizes[lane]
                                                                : sizes[lane]);
  }
  return result;
}

TEST(ByteTable, DrawsWhatItsWordsSay) {
  auto laws = cases();
  laws.push_back({"coin", ThresholdLaw::truncated(Rational(7, 3), 1), Kind::geometric,
                  1, 1, 0, 0});
  laws.push_back({"nothing", ThresholdLaw::geometric(Rational(1, 100)), Kind::geometric,
                  1, 0, 0, 0});
  for (const auto& c : laws)
    for (const std::size_t size : {0u, 1u, 63u, 64u, 65u, 640u, 4096u, 9001u}) {
      SeededWords by_hand(size + 3);
      const auto by_hand_values = expected(*c.law, size, by_hand);
      for (const auto& kernel : byte_kernels()) {
        SeededWords words(size + 3);
        std::vector<std::int64_t> values(size + 1, 4242);
        ByteTable::make(*c.law, 64, kernel)->draw(std::span(values).first(size), words);
        EXPECT_EQ(values.back(), 4242);
        values.pop_back();
        ASSERT_EQ(values, by_hand_values)
            << c.name << ' ' << size << ' ' << kernel.name;
        EXPECT_EQ(words(), SeededWords(by_hand)());  // it took as many words
      }
    }
}

TEST(ByteTable, KernelsDecideAlikeWhateverTheTable) {
  SeededWords words(99);
  for (int round = 0; round < 200; ++round) {
    ByteCells cells;
    for (int i = 0; i < 256; ++i) {
      cells.cells[i] = static_cast<std::uint8_t>(words());
      cells.seconds[i] = static_cast<std::uint8_t>(words() >> (round % 8));
    }
    std::vector<std::uint64_t> bytes(16 * 7);
    words.fill(bytes);
    std::vector<std::uint8_t> first;
    std::vector<std::uint32_t> first_unsure;
    for (const auto& kernel : byte_kernels()) {
      std::vector<std::uint8_t> sizes(64 * 7);
      std::vector<std::uint32_t> unsure(64 * 7 + 2);
      unsure.resize(
          kernel.look_up(cells, bytes.data(), 7, sizes.data(), unsure.data()));
      if (first.empty()) {
        first = sizes;
        first_unsure = unsure;
      }
      ASSERT_EQ(sizes, first) << kernel.name;
      ASSERT_EQ(unsure, first_unsure) << kernel.name;
    }
  }
}

TEST(ByteTable, KernelsJoinAlike) {
  SeededWords words(98);
  for (std::size_t planes = 1; planes <= ByteJoin::kMostPlanes; ++planes)
    for (const bool with_signs : {false, true})
      for (const std::size_t variant : {0u, 1u, 2u, 3u}) {
        const bool refuse = variant % 2 == 1;
        const std::size_t bits = variant < 2 ? 6 : planes == 2 ? 30 : 7;
        std::vector<std::vector<std::uint8_t>> bytes(planes,
                                                     std::vector<std::uint8_t>(64 * 5));
        std::vector<std::uint64_t> signs(5);
        words.fill(signs);
        ByteJoin join{{},     {}, planes, with_signs ? signs.data() : nullptr,
                      refuse, 5,  {}};
        std::vector<std::int64_t> by_hand;
        for (std::size_t d = 0; d < planes; ++d) {
          for (auto& byte : bytes[d])
            byte = static_cast<std::uint8_t>(words() % 4 == 0 ? words() % 128 : 0);
          join.planes[d] = bytes[d].data();
          join.shifts[d] = static_cast<unsigned>(d * bits);
        }
        for (std::size_t lane = 0; lane < 64 * 5; ++lane) {
          std::int64_t sum = 0;
          for (std::size_t d = 0; d < planes; ++d)
            sum += std::int64_t{bytes[d][lane]} << d * bits;
          const bool minus = with_signs && (signs[lane / 64] >> lane % 64 & 1) == 1;
          if (!(refuse && minus && sum == 0)) by_hand.push_back(minus ? -sum : sum);
        }
        for (const auto& kernel : byte_kernels()) {
          std::vector<std::int64_t> out(64 * 5 + 64);
          join.out = out.data();
          out.resize(kernel.join(join));
          ASSERT_EQ(out, by_hand) << kernel.name << ' ' << planes;
        }
      }
}

// With thresholds of 16 places every open pair goes to the exact path: the same sizes.
TEST(ByteTable, ExactPathAgreesWithTheThresholds) {
  SeededWords words(6);
  for (const auto& c : cases()) {
    const auto forced = *ByteTable::make(*c.law, 16), usual = *ByteTable::make(*c.law);
    int compared = 0;
    for (std::uint64_t pair = 0; pair < kAll; pair += 1 + (pair > 300 ? 13 : 0)) {
      const std::uint64_t more = words(), last = words();
      ListedWords one{{more, last}}, two{{more << 48 | last >> 16, last}};
      EXPECT_EQ(forced.prolong(pair, 0, one), usual.prolong(pair, more, two)) << pair;
      compared += one.used > 0;
    }
    EXPECT_GT(compared, 2) << c.name;
  }
}

// Zeros for the first 192 places of every lane: sizes that no byte with a sign holds.
TEST(ByteTable, SizesBeyondAByteAreDrawnToo) {
  struct Zeros {
    std::size_t served = 0;  // one by one, to the exact path: three words a lane
    std::uint64_t operator()() {
      return served++ % 3 == 2 ? std::uint64_t{1} << 63 : 0;
    }
    void fill(std::span<std::uint64_t> out) {
      const bool signs = out.size() == 1;
      std::fill(out.begin(), out.end(), signs ? 0xaaaaaaaaaaaaaaaau : 0);
    }
  };
  PartialReal u(0, 64);
  u.append(0, 64);
  u.append(0, 64);
  u.append(std::uint64_t{1} << 63, 64);
  for (const std::int64_t scale : {1, 2}) {  // sizes of 134 and of 268
    const GeometricInversion closed(GeometricInversion::Sides::two, scale);
    const auto size = closed.at(u);
    ASSERT_TRUE(size);
    ASSERT_GT(*size, ByteJoin::kMostSize);
    for (const auto& kernel : byte_kernels()) {
      Zeros words;
      std::vector<std::int64_t> values(64);
      ByteTable::make(*ThresholdLaw::two_sided(scale), 64, kernel)->draw(values, words);
      for (std::size_t lane = 0; lane < 64; ++lane)
        EXPECT_EQ(values[lane], lane % 2 == 1 ? -*size : *size) << lane;
    }
  }
}

// Alarms at 1e-9; finds a scale that is off by 1 %; variance within 6 standard errors.
TEST(ByteTable, SamplesFitTheirLawAndNoOther) {
  for (const auto& c : cases()) {
    if (c.last != 0) continue;
    SeededWords words(78);
    std::vector<std::int64_t> sample(1 << 21);
    ByteTable::make(*c.law)->draw(sample, words);
    expect_fit_and_no_other(c, sample);
    expect_moments(sample, masses(c, c.parameter), c.name);
  }
}

TEST(ByteTable, RefusesLawsOfTooManyValues) {
  EXPECT_TRUE(ByteTable::fits(*ThresholdLaw::two_sided(11)));
  EXPECT_FALSE(ByteTable::fits(*ThresholdLaw::two_sided(12)));
  EXPECT_TRUE(ByteTable::fits(*ThresholdLaw::truncated(100, 63)));
  EXPECT_FALSE(ByteTable::fits(*ThresholdLaw::truncated(100, 64)));
  EXPECT_FALSE(ByteTable::make(*ThresholdLaw::truncated(100, 127)));
  EXPECT_FALSE(ByteTable::make(*ThresholdLaw::geometric(1 << 20)));
  EXPECT_EQ(ByteTable::make(*ThresholdLaw::geometric(100)).error().message,
            "the law has too many values for a table of bytes");
}

// Sixty-four values reach the last size that six bits hold, and no flag.
TEST(ByteTable, SixBitsHoldTheLargestDigit) {
  const auto table = *ByteTable::make(*ThresholdLaw::truncated(1 << 20, 63));
  EXPECT_EQ(table.cells().cells[0] & ByteCells::kSize, 63);
  for (int i = 0; i < 256; ++i)
    EXPECT_EQ(table.cells().cells[i] & ByteCells::kSeveral, 0) << i;
  SeededWords words(3);
  std::vector<std::int64_t> sample(1 << 16);
  table.draw(sample, words);
  EXPECT_EQ(*std::max_element(sample.begin(), sample.end()), 63);
  EXPECT_EQ(*std::min_element(sample.begin(), sample.end()), 0);
}

}  // namespace
}  // namespace selvage
