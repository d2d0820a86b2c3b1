// What an average-case histogram of unknown keys says of itself: the warning first.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/thousands.hpp"
#include "selvage/mechanism/cells/warnings.hpp"
#include "selvage/mechanism/sparse_histogram/average_case_warning.hpp"
#include "selvage/mechanism/sparse_histogram/sparse_keys.hpp"

namespace selvage {

std::string SparseKeys::reason() const {
  return "it was asked for by `average_case`, and whether so few people are alone in "
         "their keys that all can be told is tested privately";
}

std::vector<PlanLine> SparseKeys::plan_lines(const Prior&, const Rational&) const {
  return {
      {"average",
       fmt::format("all keys that hold somebody are told where a noisy number of keys "
                   "with one person is at most {}, each off by {} on average; an "
                   "expected {} of {} people, those with rare values, may have no "
                   "protection",
                   thousands(terms_.test.passes),
                   mean_absolute_error(terms_.noise).short_text(),
                   thousands(terms_.exposed()), thousands(terms_.people))},
      {"else",
       fmt::format("keys whose noisy count is {} or more are told", terms_.threshold)},
      {"worst case",
       fmt::format("`epsilon` {} with `delta` {} instead of `average_case` protects "
                   "everybody, and tells keys from about {} on",
                   (Rational(1) / terms_.noise.scale).short_text(),
                   terms_.eta.short_text(), terms_.threshold)}};
}

Json SparseKeys::plan_numbers(const Prior&, const Rational&) const {
  return {{"passes", terms_.test.passes},
          {"threshold", terms_.threshold},
          {"gamma", terms_.gamma.text()},
          {"eta", terms_.eta.text()},
          {"exposed_people", terms_.exposed()}};
}

std::vector<std::string> SparseKeys::warnings(const Rational& confidence) const {
  std::vector<std::string> all = {average_case_warning(
      {.alpha = terms_.alpha(),
       .eta = terms_.eta,
       .gamma = terms_.gamma,
       .people = terms_.people,
       .exposed = terms_.exposed(),
       .alternative = fmt::format(
           "`epsilon` {} with `delta` {}, keys with differential privacy from {} on",
           (Rational(1) / terms_.noise.scale).text(), terms_.eta.text(),
           terms_.threshold)})};
  all.push_back(fmt::format(
      "`listed from` says which keys are told: from 1 on all that hold somebody, and "
      "from {0} on those whose noisy count is {0} or more",
      terms_.threshold));
  for (std::string& more : plan_warnings(
           from_threshold_, warned_of(from_threshold_, question_.table, confidence)))
    all.push_back(std::move(more));
  return all;
}

}  // namespace selvage
