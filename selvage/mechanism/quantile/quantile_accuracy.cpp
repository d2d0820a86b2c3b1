#include "selvage/mechanism/quantile/quantile_accuracy.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/mechanism/quantile/candidates.hpp"

namespace selvage {
namespace {

// Rows of a value that have the same ties, where a million rows share it: more come
// with a probability below 2^20 / 31!, 2^-92. [T97]
constexpr std::int64_t kMostSharing = 30;

// ln(1 / (1 - confidence)).
Interval log_of_risk(const Rational& confidence) {
  assert(confidence.sign() > 0 && confidence < 1);
  return Interval(0) - log(Interval(Rational(1) - confidence));
}

// A bound may be one too large, never too small.
std::int64_t ceil_of(const Interval& x) { return x.upper().ceil().to_int64().value(); }

}  // namespace

Interval certain_log(const TiedPrior& prior) { return log(to_rational(prior.total())); }

Interval planning_log(const TiedPrior& prior) {
  const Interval certain = certain_log(TiedPrior(prior.codes()));
  return surely_at_most(certain, Interval(kPlanningLog)) ? certain
                                                         : Interval(kPlanningLog);
}

std::int64_t rank_error(const Slopes& slopes, const Interval& log,
                        const Rational& confidence) {
  return ceil_of((log + log_of_risk(confidence)) / std::min(slopes.left, slopes.right));
}

// A cut is off by its own error, by those of the cuts around it, and by the rows that
// share its tied code.
std::int64_t rank_error(const QuantileTree& tree, const Interval& log,
                        const Rational& confidence) {
  if (tree.nodes.size() == 1)
    return rank_error(tree.nodes.front().slopes, log, confidence);
  const Rational risk = (Rational(1) - confidence) *
                        (Rational(1) - Rational::power_of_two(-20)) /
                        static_cast<std::int64_t>(tree.nodes.size());
  std::vector<Rational> errors;
  const auto of_cut = [&](std::optional<std::size_t> node) {
    return node ? errors[*node] + kMostSharing : Rational(0);
  };
  for (const QuantileNode& node : tree.nodes)
    errors.push_back(Rational(rank_error(node.slopes, log, Rational(1) - risk)) +
                     (Rational(1) - node.local) * of_cut(node.from) +
                     node.local * of_cut(node.to));
  return std::max_element(errors.begin(), errors.end())->ceil().to_int64().value();
}

std::int64_t rows_needed(const Rational& slope, const Interval& log,
                         const Rational& confidence) {
  return ceil_of((log + log_of_risk(confidence)) / slope);
}

}  // namespace selvage
