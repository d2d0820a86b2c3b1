// Pairs of tables that differ in one person, as lists of what the blocks say of one
// coefficient: one value of the list is another one. Run by the shipped code.
#include <algorithm>

#include <fmt/format.h>

#include "selvage/mechanism/regression/regression.hpp"
#include "selvage/outcome/whole_divergence.hpp"

namespace selvage {
namespace {

using Codes = std::vector<std::int64_t>;

// What stands in blocks: few values and many, far apart and shared.
std::vector<Codes> lists_of(Effort effort, std::int64_t most) {
  std::vector<Codes> lists = {{-most, 1, 2, 2, most}, {0, 0, 0, 0}};
  if (effort == Effort::before_release) return lists;
  lists.push_back({-20, -3, 5, 5, 9, 14, 31});
  lists.push_back({most, most, most});
  lists.emplace_back(40, 7);
  lists.emplace_back();
  for (std::int64_t i = 0; i < 30; ++i) lists.back().push_back(i - 10);
  return lists;
}

}  // namespace

Evidence RegressionMechanism::evidence(Effort effort) const {
  Evidence evidence;
  const std::int64_t most = units().most;
  const auto run_on = [this](const Codes& codes) {
    return [this, codes](RandomSource& random) {
      return Drawn{{0}, {}, {{draw_median(codes, random)}}};
    };
  };
  for (const Codes& list : lists_of(effort, most))
    for (const std::int64_t code : {-most, std::int64_t{0}, most}) {
      Codes other = list;
      other[list.size() / 2] = code;
      evidence.pairs.push_back(
          {.number = series(0),
           .people = std::ssize(list),
           .removed = 1,
           .with = run_on(other),
           .without = run_on(list),
           .epsilon = slope() * 2,
           .delta = 0,
           .exact_delta = [with = run_on(other),
                           without = run_on(list)](const Rational& at) {
             return whole_divergence(with, without, at);
           }});
    }
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
