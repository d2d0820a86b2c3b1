// What a plan, a certificate and a page say of a separator.
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/drop_only/drop_words.hpp"
#include "selvage/mechanism/separator/separator.hpp"
#include "selvage/mechanism/shared_warnings.hpp"
#include "selvage/one_sided/drop_sums.hpp"
#include "selvage/summary/kept_rows.hpp"

namespace selvage {

std::string SeparatorMechanism::reason() const {
  return "the widest margin is read off counts that are never above the truth";
}

std::vector<std::pair<std::string, std::string>> SeparatorMechanism::parameters()
    const {
  return {{"points", std::to_string(request_.points())},
          {"width", std::to_string(terms_.width())},
          {"rows_per_person", std::to_string(terms_.share.rows)}};
}

// T212: dropping these and moving everybody else by half a step at most gives a table
// whose separator is the answer exactly.
std::vector<Accuracy> SeparatorMechanism::accuracy(const Rational& confidence) const {
  const Rational risk = Rational(1) - confidence;
  const std::string people = dropped_word(terms_);
  const auto entry = [&](std::int64_t most, const Rational& gamma,
                         const std::string& metric) {
    return Accuracy{.alpha = 0,
                    .beta = most,
                    .gamma = gamma,
                    .distortion = Distortion::none,
                    .metric = people + metric};
  };
  const std::string aside =
      " set aside, without whom and with all others moved by at most half a step of "
      "each column the answer is exact,";
  return {entry(most_dropped_in_all(*terms_.table, bars(), risk), risk, aside),
          entry(most_dropped_in_all(*terms_.table, bars(), 0), 0, aside),
          entry(terms_.width(), 0, " of one point and label set aside, never more,")};
}

std::vector<AccuracyDerivation> SeparatorMechanism::accuracy_derivations(
    const Rational& confidence) const {
  auto tree = separator_of_drops(terms_.epsilon, terms_.row_delta, bars(),
                                 Rational(1) - confidence);
  assert(tree);
  return {*std::move(tree)};
}

std::string SeparatorMechanism::grid_sentence() const {
  return fmt::format(
      "every value counts as the middle of its step, a margin is measured in steps, "
      "and rows outside the grid {} or with another label are left out",
      request_.axes_text());
}

std::vector<PlanLine> SeparatorMechanism::plan_lines(const Prior& prior,
                                                     const Rational& confidence) const {
  std::vector<PlanLine> lines = {
      {"answer",
       fmt::format("the plane between '{}' (score below 0) and '{}' (above 0) that is "
                   "furthest from both, exactly; none where no plane separates them",
                   request_.labels[0], request_.labels[1])},
      {"grid", grid_sentence()}};
  for (PlanLine& line : drop_lines(terms_, prior, confidence, bars()))
    lines.push_back(std::move(line));
  return lines;
}

Json SeparatorMechanism::plan_numbers(const Prior&, const Rational& confidence) const {
  return drop_numbers(terms_, confidence, bars());
}

std::vector<std::string> SeparatorMechanism::warnings(const Rational&) const {
  const Rational epsilon = terms_.epsilon * terms_.share.rows;
  std::vector<std::string> all = {
      fmt::format("the separator is that of a table from which up to {} {} of each "
                  "point and label were dropped: points that hold few may count as "
                  "empty",
                  terms_.width(), dropped_word(terms_)),
      grid_sentence()};
  for (auto& more : {large_epsilon_warning(epsilon), large_delta_warning(terms_.delta),
                     row_as_person_warning(question_.person),
                     caps_warning({false, question_.person,
                                   static_cast<std::int64_t>(domain_.cells()), true}),
                     json_lines_warning(question_.table)})
    if (more) all.push_back(*more);
  return all;
}

}  // namespace selvage
