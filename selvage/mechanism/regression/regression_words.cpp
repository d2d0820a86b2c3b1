// What a plan, a certificate and a page say of a regression.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/regression/beside_bounds.hpp"
#include "selvage/mechanism/regression/regression.hpp"
#include "selvage/mechanism/shared_warnings.hpp"

namespace selvage {

std::string RegressionMechanism::reason() const {
  return "it needs no bounds: people fall into blocks at random, each block is fitted "
         "exactly, and each coefficient is the median of the blocks";
}

std::vector<std::pair<std::string, std::string>> RegressionMechanism::parameters()
    const {
  return {{"blocks", std::to_string(blocks())},
          {"slope", slope().text()},
          {"count_scale", count_scale().text()},
          {"least_fitted", std::to_string(least_fitted())},
          {"unit", unit_text()},
          {"precision", request_.precision.text()}};
}

// It is that of the blocks' own fits, which the data decides.
std::vector<ErrorRow> RegressionMechanism::errors(const std::optional<Prior>&,
                                                  const Rational&) const {
  return {};
}

std::vector<Accuracy> RegressionMechanism::accuracy(const Rational&) const {
  return {};
}

std::string RegressionMechanism::range_sentence() const {
  return fmt::format(
      "{}; {}", request_.unit.range_sentence(number_columns(question_, request_.x)),
      coefficients_sentence(request_.precision));
}

// The law of a median holds a coefficient among the fits by so many nats.
std::string RegressionMechanism::few_blocks_words() const {
  constexpr std::int64_t kNatsForAll = 50;  // every double
  return slope() * blocks() >= Rational(2 * kNatsForAll)
             ? ""
             : "; a coefficient more than ten thousand times larger than it varies "
               "from block to block, as where rows lie on a line exactly, may lie far "
               "off, unless there are more `blocks`";
}

std::vector<PlanLine> RegressionMechanism::plan_lines(const Prior& prior,
                                                      const Rational&) const {
  return {
      {"model", fmt::format("{} = intercept + {}", question_.column,
                            [&] {
                              std::vector<std::string> terms;
                              for (const std::string& x : request_.x.names())
                                terms.push_back(fmt::format("slope * {}", x));
                              return fmt::format("{}", fmt::join(terms, " + "));
                            }())},
      {"blocks",
       fmt::format("people fall into {} blocks at random, each with all of their rows; "
                   "each coefficient is the median of the blocks' exact least squares",
                   blocks())},
      {"epsilon",
       fmt::format("{} for {} coefficients in equal parts, 1/10 for how many "
                   "blocks have a fit{}",
                   request_.interval() ? "4/10" : "9/10", coefficients(),
                   request_.interval() ? ", 1/2 for the ends of their intervals" : "")},
      {"people",
       fmt::format("below {} fitted blocks (with noise) there is no answer; from about "
                   "{} people on there is one, from {} on the blocks are large enough "
                   "to be accurate; {} are guessed",
                   least_fitted(), 2 * coefficients() * blocks(), advised_rows(),
                   prior.people)},
      {"range", fmt::format("{}, coefficients to multiples of {}; {}",
                            request_.unit.rounded_sentence(
                                number_columns(question_, request_.x)),
                            request_.precision.text(), range_sentence())},
      {"error",
       fmt::format("of blocks that are large enough about {:.1f} times the standard "
                   "error of least squares on all rows, where rows miss upward as "
                   "downward: else coefficients lean away from these; {}",
                   times_all_rows(request_),
                   request_.interval()
                       ? "intervals are five to seven times as wide as theirs"
                       : "no interval is released with the coefficients")},
      {"bounds",
       fmt::format("with {} people noisy sums between bounds of every column, which no "
                   "verb has, would be nearer where the bounds lie within about {:.1f} "
                   "deviations of the middle, those of y in deviations of what rows "
                   "miss by; with wider ones blocks are nearer",
                   prior.people, deviations_of_bounds(request_, prior.people))}};
}

Json RegressionMechanism::plan_numbers(const Prior& prior, const Rational&) const {
  return {{"blocks", blocks()},
          {"times_all_rows", fmt::format("{:.2f}", times_all_rows(request_))},
          {"deviations_of_bounds",
           fmt::format("{:.2f}", deviations_of_bounds(request_, prior.people))},
          {"least_fitted", least_fitted()},
          {"people_needed", 2 * coefficients() * blocks()},
          {"people_advised", advised_rows()}};
}

std::vector<std::string> RegressionMechanism::warnings(const Rational&) const {
  std::vector<std::string> all = {
      range_sentence() + "; `unit` and `precision` move these ranges",
      fmt::format("where fewer than {} of {} blocks seem to have a fit there is no "
                  "answer: too few people, or columns that are constant or follow from "
                  "each other",
                  least_fitted(), blocks()),
      fmt::format("with fewer than {} people the blocks are small and the coefficients "
                  "inaccurate{}",
                  advised_rows(), few_blocks_words()),
      "rows in which one of the columns holds no number are left out"};
  all.emplace_back(
      "a coefficient is the middle of the blocks' fits: where rows miss the line "
      "farther upward than downward, or the other way round, as incomes do, it leans "
      "away from the least squares of all rows, perhaps by a factor");
  if (request_.interval())
    all.push_back(
        "an interval holds what the fits of blocks lie around: the coefficient itself "
        "where the model is right, people do not depend on each other, and rows miss "
        "it upward as they miss it downward");
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
