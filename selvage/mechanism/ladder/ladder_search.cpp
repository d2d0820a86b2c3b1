#include "selvage/mechanism/ladder/ladder_search.hpp"

#include <algorithm>

#include "selvage/base/bisect.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

constexpr std::size_t kTogether = 1024;  // draws for steps that are all alike
constexpr std::int64_t kMostRows = std::int64_t{1} << 50;

// The quantile seen from where the search begins: a of b rows lie before it.
std::int64_t rows_before(const QuantileRank& rank) {
  return goes_up(rank) ? rank.a : rank.b - rank.a;
}

// Places in the order of the search; the rows up to them, as far as they decide.
class SeenSteps {
 public:
  SeenSteps(const QuantileRank& rank, const LadderSteps& steps,
            const RankWindow& window)
      : up_(goes_up(rank)), steps_(steps), window_(window) {}

  std::int64_t step(std::int64_t place) const { return up_ ? place : -place; }
  std::int64_t first() const { return -steps_.last(); }
  std::int64_t last() const { return steps_.last(); }
  std::int64_t rows_up_to(std::int64_t place) const {
    const auto& codes = window_.codes;
    if (up_)
      return window_.below + (std::upper_bound(codes.begin(), codes.end(),
                                               steps_.largest(step(place))) -
                              codes.begin());
    return window_.rows - window_.below -
           (std::lower_bound(codes.begin(), codes.end(), steps_.smallest(step(place))) -
            codes.begin());
  }

 private:
  bool up_;
  const LadderSteps& steps_;
  const RankWindow& window_;
};

// Which of so many equal steps stops, if one does.
std::optional<std::int64_t> first_stop(std::int64_t steps, const Rational& exponent,
                                       std::size_t together, RandomSource& random) {
  std::vector<std::uint8_t> stops(
      std::min<std::size_t>(together, static_cast<std::size_t>(steps)));
  for (std::int64_t done = 0; done < steps;) {
    const auto part = std::span(stops).first(
        std::min(stops.size(), static_cast<std::size_t>(steps - done)));
    random.bernoulli_exp(part, exponent);
    const auto found = std::find(part.begin(), part.end(), 1);
    if (found != part.end()) return done + (found - part.begin());
    done += static_cast<std::int64_t>(part.size());
  }
  return std::nullopt;
}

// P of stopping more than `rows` rows too early: one of the steps would have to.
Interval early_risk(const IntervalTerms& terms, const LadderSteps& steps,
                    std::int64_t rows) {
  return exp(-(terms.second * std::min(rows, terms.most))) * (steps.count() - 1);
}

// The least number for which `holds` is true, if there is one.
template <class Holds>
std::optional<std::int64_t> least_with(const Holds& holds) {
  std::int64_t high = 1;
  while (!holds(high)) {
    if (high >= kMostRows) return std::nullopt;
    high *= 2;
  }
  return least_above(-1, high, holds);
}

}  // namespace

IntervalTerms ladder_terms(const QuantileRank& rank, const Rational& first,
                           const Rational& second) {
  return {rank, first, second, 0, most_need(second)};
}

bool goes_up(const QuantileRank& rank) { return 2 * rank.a >= rank.b; }

std::int64_t first_step(const QuantileRank& rank, const LadderSteps& steps) {
  return goes_up(rank) ? -steps.last() : steps.last();
}

std::int64_t ladder_reach(const IntervalTerms& terms) { return terms.most + 2; }

std::int64_t draw_step(const IntervalTerms& terms, const LadderSteps& steps,
                       const RankWindow& window, RandomSource& random) {
  const QuantileRank& rank = terms.rank;
  std::int64_t rho = 0;
  random.geometric(std::span(&rho, 1),
                   Rational(std::max(rank.a, rank.b - rank.a)) / terms.first);
  const SeenSteps seen(rank, steps, window);
  const Int128 far = Int128{rank.b} * terms.most;
  // Does not rise: the farther, the more rows lie up to there.
  const auto need = [&](std::int64_t place) {
    const Int128 f = Int128{rows_before(rank)} * window.rows -
                     Int128{rank.b} * seen.rows_up_to(place);
    return static_cast<std::int64_t>(std::clamp<Int128>(
        -floor_quotient(-(std::clamp(f, -far, far) + rho), rank.b), 0, terms.most));
  };
  for (std::int64_t place = seen.first(); place < seen.last();) {
    const std::int64_t here = need(place);
    if (here == 0) return seen.step(place);
    const std::int64_t end = least_above(place, seen.last(), [&](std::int64_t other) {
      return other == seen.last() || need(other) != here;
    });
    const auto stop = first_stop(end - place, terms.second * here,
                                 here == terms.most ? kTogether : 1, random);
    if (stop) return seen.step(place + *stop);
    place = end;
  }
  return seen.step(seen.last());
}

std::optional<std::int64_t> ladder_error(const IntervalTerms& terms,
                                         const LadderSteps& steps,
                                         const Rational& confidence) {
  const Interval risk(Rational(1) - confidence);
  return least_with([&](std::int64_t rows) {
    IntervalTerms late = terms;
    late.shift = std::min(rows, terms.most);
    return surely_at_most(early_risk(terms, steps, rows + 1) + end_risk(late), risk);
  });
}

// Before all rows f is a n, after them -(b-a) n, seen from where the search begins.
std::optional<std::int64_t> ladder_rows(const IntervalTerms& terms,
                                        const LadderSteps& steps,
                                        const Rational& confidence) {
  const Interval risk(Rational(1) - confidence);
  const QuantileRank& rank = terms.rank;
  const std::int64_t before = rows_before(rank);
  return least_with([&](std::int64_t rows) {
    const auto far =
        static_cast<std::int64_t>(-floor_quotient(-Int128{before} * rows, rank.b));
    IntervalTerms after = terms;
    after.shift = std::min(static_cast<std::int64_t>(
                               floor_quotient(Int128{rank.b - before} * rows, rank.b)),
                           terms.most);
    return surely_at_most(early_risk(terms, steps, far) + end_risk(after), risk);
  });
}

}  // namespace selvage
