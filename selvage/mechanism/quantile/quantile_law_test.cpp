#include "selvage/mechanism/quantile/quantile_law.hpp"

#include <map>

#include <gtest/gtest.h>

#include "selvage/mechanism/quantile/quantile_testing.hpp"
#include "selvage/outcome/chi_square.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

QuantileTerms terms(const QuantileRank& rank, const Rational& epsilon, int exponent) {
  return {rank, quantile_slopes(Rational(rank.a, rank.b), epsilon, 1),
          UniversalPrior(exponent)};
}

// P of each group by its first code.
std::map<std::int64_t, double> probabilities(const QuantileLaw& law) {
  std::map<std::int64_t, double> result;
  for (std::uint64_t i = 0; i < law.size(0); ++i)
    result[law.value(0, i)] = law.weight(0, i).value().middle();
  return result;
}

struct Vector {
  QuantileTerms terms;
  Codes rows;
  std::map<std::int64_t, double> probabilities;
};

std::vector<Vector> vectors() {
  const auto equal = [](const QuantileRank& rank, const Rational& theta) {
    return QuantileTerms{rank, {theta * rank.b, theta * rank.b}, UniversalPrior(5)};
  };
  const Codes few = {3, 3, 5, 9}, spread = {-7, 0, 0, 0, 6, 20};
  return {
      {terms({1, 2}, 1, 5),
       few,
       {{0, 0.053539589332},
        {3, 0.197803514545},
        {4, 0.098901757272},
        {5, 0.098901757272},
        {9, 0.018191961598},
        {20, 0.003346224333},
        {-1, 0.053539589332}}},
      {equal({1, 4}, {1, 6}),
       few,
       {{0, 0.101830662243},
        {3, 0.099169523637},
        {4, 0.025457665561},
        {9, 0.006535200655},
        {20, 0.001677641946}}},
      {equal({9, 10}, {1, 9}),
       spread,
       {{0, 0.091617546797},
        {9, 0.034788691660},
        {20, 0.027128630482},
        {-1, 0.003268363755}}},
      {terms({1, 2}, 1, 5), {}, {{0, 1.0 / 11}, {3, 0.045454545455}}},
      {terms({3, 4}, 1, 5),
       few,
       {{0, 0.048971479482},
        {3, 0.078630334757},
        {4, 0.039315167379},
        {5, 0.070452851718},
        {9, 0.035226425859},
        {20, 0.008319892674}}},
      {terms({1, 4}, 1, 5),
       {-9, -5, -3, -3},
       {{0, 0.048971479482},
        {-3, 0.078630334757},
        {-4, 0.039315167379},
        {-5, 0.070452851718},
        {-9, 0.035226425859},
        {-20, 0.008319892674}}},
      {terms({9, 10}, 2, 5),
       spread,
       {{0, 0.117670673399},
        {9, 0.030285543904},
        {20, 0.020214743373},
        {-1, 0.013480216316}}},
  };
}

// The same where 4 makes 1, with the prior of whole numbers: -1/4 is a part of it, and
// 9/4 weighs less than 8/4.
std::vector<Vector> vectors_of_whole_numbers() {
  const auto whole = [](const QuantileRank& rank) {
    return QuantileTerms{rank, quantile_slopes(Rational(rank.a, rank.b), 1, 1),
                         UniversalPrior::whole_numbers(5, 2)};
  };
  const Codes few = {3, 3, 5, 9};
  return {
      {whole({1, 2}),
       few,
       {{0, 0.049849836673},
        {-1, 0.049849836673},
        {3, 0.184171619849},
        {4, 0.230214524811},
        {5, 0.046042904962},
        {8, 0.042345595369},
        {9, 0.008469119074},
        {20, 0.007789036980}}},
      {whole({1, 2}),
       {},
       {{0, 1.0 / 11}, {3, 0.045454545455}, {4, 0.056818181818}, {8, 0.028409090909}}},
      {whole({9, 10}),
       few,
       {{0, 0.060627574783},
        {3, 0.062416200225},
        {4, 0.078020250281},
        {9, 0.013903784882},
        {20, 0.025750442943}}},
  };
}

TEST(QuantileLaw, IsThatOfTheVectorsOfWholeNumbers) {
  for (const Vector& vector : vectors_of_whole_numbers()) {
    const auto all =
        probabilities(QuantileLaw(vector.terms, whole_window(vector.rows)));
    EXPECT_EQ(all.size(), 63u);
    double sum = 0;
    for (const auto& [code, p] : all) sum += p;
    EXPECT_NEAR(sum, 1, 1e-14);
    for (const auto& [code, p] : vector.probabilities)
      EXPECT_NEAR(all.at(code), p, 1e-12) << code;
  }
}

TEST(QuantileLaw, IsThatOfTheVectors) {
  for (const Vector& vector : vectors()) {
    const QuantileLaw law(vector.terms, whole_window(vector.rows));
    const auto all = probabilities(law);
    EXPECT_EQ(all.size(), 63u);  // with 31 codes of either sign each is a group
    double sum = 0;
    for (const auto& [code, p] : all) sum += p;
    EXPECT_NEAR(sum, 1, 1e-14);
    for (const auto& [code, p] : vector.probabilities)
      EXPECT_NEAR(all.at(code), p, 1e-12) << code;
    for (std::uint64_t count = 0; count <= *law.size(0); count += 9)
      EXPECT_NEAR(
          law.rest(0, count).middle(),
          [&] {
            double rest = 1;
            for (std::uint64_t i = 0; i < count; ++i)
              rest -= law.weight(0, i).value().middle();
            return rest;
          }(),
          1e-14);
  }
}

// The sums of two laws may lie between the same bounds and differ.
TEST(QuantileLaw, ItsWeightsHaveNoExactRatio) {
  const QuantileLaw law(terms({1, 2}, 1, 5), whole_window({3, 3, 5, 9}));
  EXPECT_FALSE(exact_ratio(law.weight(0, 0), law.weight(0, 1)));
}

// Every word of 14 bits: what is decided, and what is open, bracket the law; one word
// is open for each boundary of two cells.
TEST(CellBounds, DecideAllWordsButOneForEachBoundary) {
  constexpr unsigned kPlaces = 14;
  for (const Vector& vector : vectors()) {
    const QuantileTerms& of = vector.terms;
    const Candidates cells = candidates(whole_window(vector.rows), of.rank, of.prior);
    const CellBounds bounds(of, cells, 192);
    std::vector<std::uint64_t> words(cells.cells.size());
    std::size_t last = 0, open = 0;
    for (std::uint64_t word = 0; word < 1u << kPlaces; ++word) {
      const auto cell = bounds.at(PartialReal(word, kPlaces));
      if (!cell) {
        ++open;
        continue;
      }
      EXPECT_GE(*cell, last);
      last = *cell;
      ++words[*cell];
    }
    EXPECT_EQ(open + 1, cells.cells.size());
    Interval sum(0);
    for (const CandidateCell& cell : cells.cells)
      sum = sum + Interval(to_rational(of.mass(cell))) * exp(-of.penalty(cell.off));
    for (std::size_t i = 0; i < words.size(); ++i) {
      const CandidateCell& cell = cells.cells[i];
      const Interval p = Interval(to_rational(of.mass(cell))) *
                         exp(-of.penalty(cell.off)) / sum * (1 << kPlaces);
      EXPECT_LE(Rational::from_uint64(words[i]), p.upper());
      EXPECT_GE(Rational::from_uint64(words[i] + 2), p.lower());
    }
  }
}

// Words that a test writes; then random ones.
class WrittenWords : public WordStream {
 public:
  explicit WrittenWords(std::vector<std::uint64_t> words) : words_(std::move(words)) {}
  std::uint64_t operator()() override {
    return taken < words_.size() ? words_[taken++] : (++taken, more_());
  }
  void fill(std::span<std::uint64_t> out) override {
    for (auto& word : out) word = (*this)();
  }
  std::size_t taken = 0;

 private:
  std::vector<std::uint64_t> words_;
  SeededWords more_{7};
};

constexpr std::uint64_t kOnes = ~std::uint64_t{0};

bool holds(const CandidateCell& cell, std::int64_t code) {
  return cell.first <= code && code <= cell.last;
}

std::int64_t drawn(const QuantileLaw& law, WrittenWords& words) {
  std::int64_t code = 0;
  law.sampler()->draw(std::span(&code, 1), words);
  return code;
}

TEST(QuantileLaw, TheFirstAndTheLastWordAreInTheFirstAndTheLastCell) {
  const QuantileLaw law(terms({1, 2}, 1, 60), whole_window({3, 3, 5, 9}));
  WrittenWords zeros({0, 0, 0});
  EXPECT_LT(drawn(law, zeros), 3);
  WrittenWords ones({kOnes, kOnes, kOnes});
  EXPECT_GT(drawn(law, ones), 9);
}

// Three words that the boundary of two cells runs through.
std::vector<std::uint64_t> open_words(const QuantileTerms& of, const Candidates& cells,
                                      std::size_t before) {
  const CellBounds bounds(of, cells, 192);
  std::vector<std::uint64_t> words(3, 0);
  const auto cell_at = [&](const std::vector<std::uint64_t>& w) {
    PartialReal u(Uint128{w[0]} << 64 | w[1], 128);
    u.append(w[2], 64);
    return bounds.at(u);
  };
  for (int bit = 191; bit >= 0; --bit) {
    auto more = words;
    more[static_cast<std::size_t>(2 - bit / 64)] |= std::uint64_t{1} << (bit % 64);
    const auto cell = cell_at(more);
    if (!cell || *cell <= before) words = more;
    if (!cell) break;
  }
  EXPECT_FALSE(cell_at(words));
  return words;
}

TEST(QuantileLaw, AnOpenWordIsProlongedNotDrawnAnew) {
  const QuantileTerms of = terms({1, 2}, {1, 3}, 60);
  const RankWindow rows = whole_window({3, 3, 5, 9});
  const Candidates cells = candidates(rows, of.rank, of.prior);
  const QuantileLaw law(of, rows);
  for (std::size_t before = 0; before + 1 < cells.cells.size(); ++before) {
    auto low = open_words(of, cells, before), high = low;
    low.push_back(0);
    high.push_back(kOnes);
    WrittenWords low_words(low), high_words(high);
    EXPECT_TRUE(holds(cells.cells[before], drawn(law, low_words)));
    EXPECT_TRUE(holds(cells.cells[before + 1], drawn(law, high_words)));
    EXPECT_GE(low_words.taken, 5u);  // three, one more, and the place in the cell
  }
}

// What the window does not show comes last, in rising order, and all rows are read only
// for it: the words that the window decides keep their cells.
TEST(QuantileLaw, AWindowChangesNoWordThatItDecides) {
  const QuantileTerms of = terms({1, 2}, {5, 4}, 60);
  Codes rows;
  for (std::int64_t i = 0; i < 60; ++i) rows.push_back(i * i - 400);
  const RankWindow part = window_of(rows, of.rank, 6, 9), all = whole_window(rows);
  int read = 0;
  const QuantileLaw law(of, part, [&] { return ++read, std::optional(all); });
  const Candidates seen = candidates(part, of.rank, of.prior);
  const CellBounds bounds(of, seen, 192);
  Candidates ordered{seen.cells};
  for (const CandidateCell& cell : candidates(all, of.rank, of.prior).cells)
    if (cell.last < part.codes.front() || cell.first > part.codes.back())
      ordered.cells.push_back(cell);
  const CellBounds of_all(of, ordered, 192);
  SeededWords seeded(5);
  std::uint64_t decided = 0;
  for (int i = 0; i < 400; ++i) {
    const std::vector<std::uint64_t> first = {seeded(), seeded(), seeded()};
    WrittenWords words(first);
    PartialReal u(Uint128{first[0]} << 64 | first[1], 128);
    u.append(first[2], 64);
    read = 0;
    const auto sampler = law.sampler();
    std::int64_t code = 0;
    sampler->draw(std::span(&code, 1), words);
    if (const auto cell = bounds.at(u)) {
      ++decided;
      EXPECT_EQ(read, 0);
      EXPECT_TRUE(holds(seen.cells[*cell], code));
    } else {
      EXPECT_EQ(read, 1);
      EXPECT_TRUE(holds(ordered.cells[of_all.at(u).value()], code));
    }
  }
  EXPECT_GT(decided, 40u);
  EXPECT_LT(decided, 400u);
  WrittenWords ones({kOnes, kOnes, kOnes});
  EXPECT_GT(drawn(law, ones), 59 * 59 - 400);  // in the last gap
}

TEST(QuantileLaw, RowsThatCannotBeReadAreNotMadeUp) {
  const QuantileTerms of = terms({1, 2}, {1, 5}, 60);
  const RankWindow part = window_of({1, 2, 3, 4, 5, 6, 7, 8}, of.rank, 1, 1);
  int read = 0;
  const QuantileLaw law(of, part, [&] { return ++read, std::optional<RankWindow>(); });
  WrittenWords ones({kOnes, kOnes, kOnes});
  EXPECT_EQ(drawn(law, ones), 0);
  EXPECT_EQ(read, 1);
}

// The tree knows between which bounds the law lies; all rows give it within them.
TEST(QuantileLaw, TheTreeBoundsWhatAWindowDoesNotShow) {
  const QuantileTerms of = terms({1, 2}, {1, 2}, 60);
  Codes rows;
  for (std::int64_t i = 0; i < 60; ++i) rows.push_back(i);
  const QuantileLaw part(of, window_of(rows, of.rank, 20, 20),
                         [] { return std::optional<RankWindow>(); });
  const QuantileLaw all(of, whole_window(rows));
  std::map<std::int64_t, Interval> exact;
  for (std::uint64_t i = 0; i < all.size(0); ++i)
    exact.emplace(all.value(0, i), all.weight(0, i).value());
  int compared = 0;
  for (std::uint64_t i = 0; i < part.size(0); ++i) {
    if (part.value(0, i) == QuantileLaw::kOutside) continue;
    const Interval p = part.weight(0, i).value();
    EXPECT_LE(p.lower(), exact.at(part.value(0, i)).lower());
    EXPECT_GE(p.upper(), exact.at(part.value(0, i)).upper());
    ++compared;
  }
  EXPECT_EQ(compared, 41);
}

// False alarms at 1e-9, and the seed is fixed.
TEST(QuantileLaw, SamplesHaveTheLaw) {
  struct Case {
    QuantileTerms terms;
    Codes rows;
  };
  const std::int64_t most = (std::int64_t{1} << 60) - 1;
  const Case cases[] = {{terms({1, 2}, 1, 60), {3, 3, 5, 9}},
                        {terms({9, 10}, 2, 60), {-7, 0, 0, 0, 6, 20}},
                        {terms({1, 3}, {1, 2}, 60), {-most, 1, 2, most, most}},
                        {terms({1, 2}, 1, 60), {}},
                        {terms({3, 4}, 1, 6), {1, 2, 3, 4, 5, 6, 7, 8, 9}}};
  SeededSource source(20);
  for (const Case& one : cases) {
    const auto law =
        std::make_shared<const QuantileLaw>(one.terms, whole_window(one.rows));
    std::vector<std::int64_t> sample(200'000), firsts;
    source.draw(sample, law);
    for (std::uint64_t i = 0; i < law->size(0); ++i) firsts.push_back(law->value(0, i));
    std::sort(firsts.begin(), firsts.end());
    for (auto& code : sample)
      code = *(std::upper_bound(firsts.begin(), firsts.end(), code) - 1);
    EXPECT_LT(chi_square(sample, Draw::of(law, 0)), kChiSquareCritical);
  }
}

// Within one gap, codes of one octave are equally likely.
TEST(QuantileLaw, PlacesInAGapFollowThePrior) {
  const auto law =
      std::make_shared<const QuantileLaw>(terms({1, 2}, 1, 60), RankWindow{});
  SeededSource source(21);
  std::vector<std::int64_t> sample(400'000);
  source.draw(sample, law);
  std::map<int, double> octaves;  // 0, and of either sign
  for (const std::int64_t code : sample) {
    int octave = 0;
    for (std::int64_t size = code < 0 ? -code : code; size > 0; size /= 2) ++octave;
    ++octaves[code < 0 ? -octave : octave];
  }
  double statistic = 0;
  const double expected = 400'000 / 121.0;
  for (int octave = -60; octave <= 60; ++octave)
    statistic += (octaves[octave] - expected) * (octaves[octave] - expected) / expected;
  EXPECT_GT(chi_square_tail(statistic, 120), 1e-9);
}

}  // namespace
}  // namespace selvage
