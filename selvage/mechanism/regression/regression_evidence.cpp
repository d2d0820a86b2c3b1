// Pairs of tables that differ in one person, as lists of what the blocks say of one
// coefficient: one value of the list is another one. Run by the shipped code.
#include <fmt/format.h>

#include "selvage/mechanism/regression/block_draws.hpp"
#include "selvage/mechanism/regression/regression.hpp"

namespace selvage {
Evidence RegressionMechanism::evidence(Effort effort) const {
  Evidence evidence{.pairs = median_pairs(series(0), terms_, effort)};
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
                            .epsilon = regression_shares(request_).count,
                            .delta = 0});
  evidence.speaks_for_all = false;  // other lists have other laws
  evidence.says = [lists](const Walked& walked) {
    return fmt::format(
        "given ideal draws, the code was run on {} outcomes of {} pairs of lists of "
        "what blocks say, and their laws were compared over all numbers; for all other "
        "tables theorem T140 speaks",
        walked.outcomes, lists);
  };
  return evidence;
}

}  // namespace selvage
