// What a plan, a certificate and a page say of a robust regression.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/robust_regression/robust_regression.hpp"
#include "selvage/mechanism/shared_warnings.hpp"

namespace selvage {

std::string RobustRegressionMechanism::reason() const {
  return "few people cannot move it: the coefficients with the least misses are told "
         "by the cell that they lie in, where tests say that few people could not move "
         "them out of it";
}

std::vector<std::pair<std::string, std::string>> RobustRegressionMechanism::parameters()
    const {
  const RobustShares shares = robust_shares(request_);
  return {{"tests", std::to_string(tests())},
          {"test", shares.test.text()},
          {"test_delta", shares.delta.text()},
          {"depth", std::to_string(table_->depth())},
          {"blocks", std::to_string(blocks())},
          {"least_people", std::to_string(least_people())},
          {"unit", unit_text()},
          {"precision", request_.precision.text()}};
}

// The size of cells follows from the data.
std::vector<ErrorRow> RobustRegressionMechanism::errors(const std::optional<Prior>&,
                                                        const Rational&) const {
  return {};
}

std::vector<Accuracy> RobustRegressionMechanism::accuracy(const Rational&) const {
  return {};
}

std::string RobustRegressionMechanism::range_sentence() const {
  return request_.unit.range_sentence(number_columns(question_, request_.x));
}

std::vector<PlanLine> RobustRegressionMechanism::plan_lines(const Prior& prior,
                                                            const Rational&) const {
  const std::int64_t p = coefficients();
  std::vector<std::string> terms;
  for (const std::string& x : request_.x.names())
    terms.push_back(fmt::format("slope * {}", x));
  return {
      {"model", fmt::format("{} = intercept + {}, with the least sum of misses",
                            question_.column, fmt::join(terms, " + "))},
      {"cells",
       fmt::format("{} tests, of cells beside each other; a cell is shown where at "
                   "least {} people are needed to move the coefficients out of it, "
                   "for certain from {} on",
                   tests(), aimed_depth(), table_->depth())},
      {"epsilon",
       fmt::format("13/20 for the tests in equal parts, 3/10 for {} medians of blocks, "
                   "which say how large cells are, 1/20 for the number of people",
                   medians_of(request_))},
      {"people",
       fmt::format("below {} people (with noise) there is no answer; from about {} on "
                   "one is likely where rows lie around a line; {} are guessed",
                   least_people(), likely_people(), prior.people)},
      {"range", fmt::format("{}, coefficients outward to multiples of {}; {}",
                            request_.unit.rounded_sentence(
                                number_columns(question_, request_.x)),
                            request_.precision.text(), range_sentence())},
      {"error",
       fmt::format("where there is an answer, its intervals hold for certain; with "
                   "{} people that of {} at the middles of all x is about {} times as "
                   "wide as the middle half of what rows miss by",
                   prior.people, question_.column,
                   ((Rational(18 * p * (p + 1) * aimed_depth()) / 5 /
                     std::max<std::int64_t>(prior.people, 1)))
                       .short_text())}};
}

Json RobustRegressionMechanism::plan_numbers(const Prior&, const Rational&) const {
  return {{"aimed_depth", aimed_depth()},
          {"blocks", blocks()},
          {"least_people", least_people()},
          {"people_needed", likely_people()},
          {"tests", tests()}};
}

std::vector<std::string> RobustRegressionMechanism::warnings(const Rational&) const {
  std::vector<std::string> all = {
      "there is an answer only where few people could not move it; no answer says "
      "nothing about the values",
      "intervals hold for certain, for the least sum of weighted misses of the rows as "
      "they are rounded; how far that is from other tables they do not say",
      range_sentence() + "; `unit` moves this range",
      "rows in which one of the columns holds no number are left out"};
  if (auto keys = keys_warning(request_.x)) all.push_back(*std::move(keys));
  if (auto large = large_epsilon_warning(request_.epsilon))
    all.push_back(*std::move(large));
  if (auto rows = row_as_person_warning(question_.person))
    all.push_back(*std::move(rows));
  if (auto lines = json_lines_warning(question_.table))
    all.push_back(*std::move(lines));
  return all;
}

}  // namespace selvage
