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

// From where on sums are all shown as the same number.
std::string most_shown_text(const CodeUnit& unit) {
  const CodeScale scale = unit.scale();
  if (scale.is_linear()) return number_text(std::int64_t{1} << 62, unit.number);
  return unit.reach_text(Series{.name = {}, .places = unit}.scale().exponent() -
                         scale.exponent());
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

std::vector<PlanLine> BoundFreeMechanism::plan_lines(const Prior& prior,
                                                     const Rational& confidence) const {
  const std::int64_t rows = rows_per_person();
  std::vector<PlanLine> lines = {
      {"range", cut_sentence(request_.unit) + "; " + range_sentence(request_.unit)}};
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
  return lines;
}

Json BoundFreeMechanism::plan_numbers(const Prior& prior,
                                      const Rational& confidence) const {
  const auto error = error_in_radii(prior.people, confidence);
  Json numbers = {{"outside", target()},
                  {"error_in_radii", error ? Json(error->to_double()) : Json(nullptr)}};
  if (!is_mean()) return numbers;
  numbers["least_count"] = least_count();
  numbers["rows_needed"] = {
      {"every_column", rows_for_centre(*centre_, "every_column", confidence)},
      {"usual", rows_for_centre(*centre_, "usual", confidence)}};
  return numbers;
}

std::vector<std::string> BoundFreeMechanism::warnings(const Rational&) const {
  std::vector<std::string> all = {
      range_sentence(request_.unit) +
      (request_.unit.moments ? "" : "; `unit` moves this range")};
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
                    target(), most_shown_text(request_.unit.number)));
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
