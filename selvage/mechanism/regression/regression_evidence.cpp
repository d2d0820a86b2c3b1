// Pairs of tables that differ in one person, as lists of what the blocks say of one
// coefficient: one value of the list is another one. Run by the shipped code.
#include <algorithm>

#include <fmt/format.h>

#include "selvage/mechanism/quantile/end_pairs.hpp"
#include "selvage/mechanism/regression/block_draws.hpp"
#include "selvage/mechanism/regression/regression.hpp"

namespace selvage {

Evidence RegressionMechanism::evidence(Effort effort) const {
  const RegressionShares shares = regression_shares(request_);
  Evidence evidence{.pairs =
                        median_pairs(series(0), terms_,
                                     shares.coefficients / coefficients(), effort)};
  const std::size_t lists = evidence.pairs.size();
  const auto count_of = [this](std::int64_t fitted) {
    return [this, fitted](RandomSource& random) {
      return Drawn{{0}, {}, {{draw_fitted(fitted, random)}}};
    };
  };
  evidence.pairs.push_back({.number = "fitted blocks",
                            .people = blocks(),
                            .removed = 1,
                            .with = count_of(blocks()),
                            .without = count_of(blocks() - 1),
                            .epsilon = shares.count,
                            .delta = 0});
  if (request_.interval()) {
    const IntervalTerms ends = end_terms(request_);
    for (const std::vector<std::int64_t>& list :
         {std::vector<std::int64_t>{-4, -1, 1, 3}, {0, 0, 0}})
      for (const std::int64_t code : {-4, 4}) {
        std::vector<std::int64_t> other = list;
        other[1] = code;
        std::sort(other.begin(), other.end());
        const auto more =
            end_pairs(ends, {other, list, 1, ends.first * 2 + ends.second});
        evidence.pairs.insert(evidence.pairs.end(), more.begin(), more.end());
      }
  }
  evidence.speaks_for_all = false;  // other lists have other laws
  evidence.says = [lists, interval = request_.interval()](const Walked& walked) {
    return fmt::format(
        "given ideal draws, the code was run on {} outcomes of {} pairs of lists of "
        "what blocks say, and their laws were compared over all numbers; for all other "
        "tables theorem{} speak{}",
        walked.outcomes, lists, interval ? "s T140 and T271" : " T140",
        interval ? "" : "s");
  };
  return evidence;
}

}  // namespace selvage
