// What a mean or a sum without bounds says of itself before any data.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/bound_free/bound_free.hpp"
#include "selvage/mechanism/number_text.hpp"
#include "selvage/mechanism/shared_warnings.hpp"
#include "selvage/summary/kept_rows.hpp"

namespace selvage {
namespace {

// In which a centre lies within the data. [T93]
const Rational kAdvised(19, 20);

std::int64_t rows_for_centre(const QuantileMechanism& centre, const char* columns,
                             const Rational& confidence) {
  return centre.plan_numbers({}, confidence)["rows_needed"][columns]
      .get<std::int64_t>();
}

}  // namespace

std::int64_t BoundFreeMechanism::advised_count() const {
  return rows_for_centre(*centre_, "usual", kAdvised);
}

std::string BoundFreeMechanism::reason() const {
  return is_mean() ? "no bounds are known, so a centre and a radius are found first, "
                     "and the mean within them is published"
                   : "no bounds are known, so a radius about 0 is found first, and the "
                     "sum within it is published";
}

std::vector<std::pair<std::string, std::string>> BoundFreeMechanism::parameters()
    const {
  std::vector<std::pair<std::string, std::string>> all = {
      {"unit", request_.unit.text()},
      {"radius_slope", radius_slope().text()},
      {"outside", std::to_string(target())},
      {"sum_scale", sum_scale().text()},
      {"rows_per_person", std::to_string(rows_per_person())}};
  if (is_mean()) all.emplace_back("least_count", std::to_string(least_count()));
  return all;
}

// It is a multiple of the radius, which the data decides.
std::vector<ErrorRow> BoundFreeMechanism::errors(const std::optional<Prior>&,
                                                 const Rational&) const {
  return {};
}

std::vector<Accuracy> BoundFreeMechanism::accuracy(const Rational&) const { return {}; }

std::string BoundFreeMechanism::range_sentence() const {
  return fmt::format(
      "sizes of {} and more count as that bound, and sizes below {} as 0",
      number_text(grid_.highest(), request_.unit), (request_.unit / 2).text());
}

std::vector<PlanLine> BoundFreeMechanism::plan_lines(const Prior& prior,
                                                     const Rational& confidence) const {
  const std::int64_t rows = rows_per_person();
  std::vector<PlanLine> lines = {
      {"range", fmt::format("values are rounded to multiples of {}; {}",
                            request_.unit.text(), range_sentence())}};
  if (!is_mean()) {
    lines.push_back({"steps", fmt::format("half of epsilon finds a radius about 0 that "
                                          "about {} rows exceed, half pays for the sum "
                                          "within it; both are published",
                                          target())});
    lines.push_back(
        {"error",
         fmt::format("noise of about {} radii on average; rows beyond the radius "
                     "count as the radius",
                     sum_scale().short_text())});
    lines.push_back({"bounds",
                     "`bounds` that you know leave all of epsilon to the sum: the "
                     "better choice where they reach less than two radii from 0"});
    return lines;
  }
  lines.push_back({"steps", fmt::format("a fifth of epsilon finds a centre, two fifths "
                                        "a radius about it that about {} rows exceed, "
                                        "two fifths pay for mean and count within "
                                        "them; all of these are published",
                                        target())});
  lines.push_back(
      {"rows",
       fmt::format("at least {} rows are needed, for every column {}; below a noisy "
                   "count of {} there is no answer, and all of epsilon is spent "
                   "nevertheless; {} are guessed",
                   rows_for_centre(*centre_, "usual", confidence),
                   rows_for_centre(*centre_, "every_column", confidence), least_count(),
                   prior.people)});
  lines.push_back(
      {"error",
       fmt::format("with {} rows noise of about {} radii (its standard "
                   "deviation); rows beyond the radius count as its ends",
                   prior.people,
                   (Rational(2) * rows / shares().sums / prior.people).short_text())});
  lines.push_back(
      {"bounds",
       "`bounds` that you know leave all of epsilon to the mean: the better "
       "choice where they are less than five radii apart"});
  return lines;
}

Json BoundFreeMechanism::plan_numbers(const Prior&, const Rational& confidence) const {
  Json numbers = {{"outside", target()}};
  if (!is_mean()) return numbers;
  numbers["least_count"] = least_count();
  numbers["rows_needed"] = {
      {"every_column", rows_for_centre(*centre_, "every_column", confidence)},
      {"usual", rows_for_centre(*centre_, "usual", confidence)}};
  return numbers;
}

std::vector<std::string> BoundFreeMechanism::warnings(const Rational&) const {
  std::vector<std::string> all = {range_sentence() + "; `unit` moves this range"};
  if (is_mean()) {
    all.emplace_back(
        "values farther from the centre than the radius count as its ends, which moves "
        "the answer towards the centre; the interval is of the mean of these values");
    all.push_back(fmt::format(
        "where the noisy count is below {} there is no answer; below {} the centre may "
        "be lost, and the answer then lies far off",
        least_count(), advised_count()));
  } else {
    all.push_back(fmt::format(
        "values beyond the radius count as the radius, and all are rounded to 2^-{} of "
        "it, which moves the answer towards 0; the interval is of the sum of these "
        "values",
        size_.width_bits));
    all.push_back(
        fmt::format("with fewer than {} rows the answer is near 0, and sums of {} and "
                    "more are shown as that bound",
                    target(), number_text(std::int64_t{1} << 62, request_.unit)));
  }
  if (auto large = large_epsilon_warning(request_.epsilon))
    all.push_back(*std::move(large));
  if (auto rows = row_as_person_warning(question_.person))
    all.push_back(*std::move(rows));
  const auto cells = static_cast<std::int64_t>(
      std::min<std::uint64_t>(groups(), question_.person.cells));
  if (auto cut = caps_warning(
          {false, question_.person, cells, !question_.domain.columns().empty()}))
    all.push_back(*std::move(cut));
  if (auto lines = json_lines_warning(question_.table))
    all.push_back(*std::move(lines));
  return all;
}

}  // namespace selvage
