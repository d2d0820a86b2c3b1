#include "selvage/mechanism/bound_free/bound_free_request.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/quantile/quantile_request.hpp"
#include "selvage/random/random_source.hpp"
#include "selvage/summary/most_rows.hpp"

namespace selvage {
namespace {

const Rational kLeastEpsilon(1, 200);  // for each row of a person
const Rational kMostEpsilon = 50;

}  // namespace

bool asks_mean(const Question& question) { return question.verb == "mean"; }

std::optional<Error> fault_of(const Question& question,
                              const BoundFreeRequest& request) {
  const Rational& epsilon = request.epsilon;
  if (question.domain.has_unknown_keys())
    return wrong_field("by",
                       fmt::format("a {} without bounds by keys that are not known is "
                                   "not there yet; write the keys, for example "
                                   "department=fire,police, or `bounds`",
                                   question.verb),
                       "department=fire,police");
  if (request.unit.moments && !asks_mean(question))
    return wrong_field("unit",
                       "dates have no sum; ask for their mean, or write a unit that is "
                       "a number");
  const Rational rows = most_rows(question.person);
  const Rational least = kLeastEpsilon * rows;
  if (epsilon < least || epsilon > kMostEpsilon)
    return wrong_field("epsilon",
                       fmt::format("`epsilon` {} is not from {} to {}, where a {} "
                                   "without bounds has an answer; write for example 1",
                                   epsilon.short_text(), least.short_text(),
                                   kMostEpsilon.short_text(), question.verb),
                       "1");
  // Rows of a person, unit and groups are those of a median with a fifth of it.
  auto fault =
      fault_of(question, QuantileRequest{.epsilon = epsilon / 5, .unit = request.unit});
  if (fault && fault->field != "epsilon") return fault;
  const Rational widest =
      rows / bound_free_shares(question, epsilon).sums * Rational::power_of_two(20);
  if (fault || !fits_sampler(epsilon) || !fits_sampler(widest))
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} has too many digits; write for example 1",
                    epsilon.typed_text()),
        "1");
  return std::nullopt;
}

BoundFreeShares bound_free_shares(const Question& question, const Rational& epsilon) {
  if (!asks_mean(question)) return {0, epsilon / 2, epsilon / 2};
  return {epsilon / 5, epsilon * 2 / 5, epsilon * 2 / 5};
}

}  // namespace selvage
