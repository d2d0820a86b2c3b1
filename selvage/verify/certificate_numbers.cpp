#include "selvage/verify/certificate_parts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/mechanism/cells/cells_answer.hpp"
#include "selvage/mechanism/cells/estimate.hpp"
#include "selvage/mechanism/number_text.hpp"

namespace selvage::verify {

std::optional<std::int64_t> multiple(const Json& json, const Rational& unit) {
  if (!json.is_string()) return unit == 1 ? whole_number(json) : std::nullopt;
  const auto value = Rational::parse(json.get_ref<const std::string&>());
  if (!value || unit == 1) return std::nullopt;
  const Rational times = *value / unit;
  if (!times.is_integer() || !times.to_int64()) return std::nullopt;
  if (number_text(*times.to_int64(), unit) != json.get_ref<const std::string&>())
    return std::nullopt;
  return times.to_int64();
}

namespace {

bool is_estimate(const Json& json, const char* name, const Estimate& expected,
                 const Rational& unit) {
  if (!json.contains(name)) return false;
  if (!expected.known) return json[name].is_null() && json["interval"].is_null();
  return json["interval"].is_array() && multiple(json[name], unit) == expected.value &&
         multiple(json["interval"][0], unit) == expected.lower &&
         multiple(json["interval"][1], unit) == expected.upper;
}

// What was released of a cell, in the order of the plan; none if that is not there.
std::optional<std::vector<std::int64_t>> noisy_numbers(const Json& answer,
                                                       const char* name,
                                                       const CellsPlan& plan,
                                                       const Rational& unit) {
  std::vector<std::int64_t> noisy;
  if (plan.numbers.size() == 1 && plan.display.kind == Display::Kind::noisy) {
    const auto value =
        answer.contains(name) ? multiple(answer[name], unit) : std::nullopt;
    if (!value || answer.contains("noisy")) return std::nullopt;
    noisy.push_back(*value);
  } else {
    if (!answer.contains("noisy") || answer["noisy"].size() != plan.numbers.size())
      return std::nullopt;
    for (const Json& number : answer["noisy"]) {
      const auto read = whole_number(number);
      if (!read) return std::nullopt;
      noisy.push_back(*read);
    }
  }
  const bool possible = std::all_of(noisy.begin(), noisy.end(), [](std::int64_t n) {
    return n >= -kMaxRelease && n <= kMaxRelease;
  });
  return possible ? std::optional(std::move(noisy)) : std::nullopt;
}

// The one error that holds for every cell, where there is one.
bool states_the_error(const Json& json, const Estimator& estimator,
                      const Rational& confidence) {
  const auto error = estimator.error();
  if (const auto by_count = estimator.errors_by_count(); !by_count.empty()) {
    if (json["error"].size() != by_count.size() || !json["accuracy"].empty())
      return false;
    for (std::size_t i = 0; i < by_count.size(); ++i) {
      const Json& at = json["error"][i];
      if (whole(at["count"]) != by_count[i].count || !whole_number(at["bound"]) ||
          whole(at["bound"]) != by_count[i].bound ||
          text(at, "mean_abs") != by_count[i].mean_absolute.text() ||
          text(at, "confidence") != confidence.text())
        return false;
    }
    return true;
  }
  if (json["error"].size() != (error ? 1 : 0) ||
      json["accuracy"].size() != json["error"].size())
    return false;
  if (!error) return true;
  const Json &stated = json["error"][0], &accuracy = json["accuracy"][0];
  const Rational& unit = estimator.unit();
  return stated["count"].is_null() && multiple(stated["bound"], unit) == error->bound &&
         text(stated, "confidence") == confidence.text() &&
         text(stated, "mean_abs") == (error->mean_absolute * unit).text() &&
         text(accuracy, "alpha") == "0" && text(accuracy, "distortion") == "none" &&
         text(accuracy, "metric") == error_metric(text(json["question"], "verb")) &&
         text(accuracy, "beta") == (unit * error->bound).text() &&
         text(accuracy, "gamma") == (Rational(1) - confidence).text();
}

}  // namespace

Check check_numbers(const Json& json, const Setting& setting) {
  const char* subject = "error bars";
  const auto confidence = Rational::parse(text(json, "confidence"));
  if (!confidence || confidence->sign() <= 0 || *confidence >= 1)
    return wrong(subject, "the confidence is no probability");
  const Estimator estimator(setting.plan, *confidence);
  const Rational& unit = estimator.unit();
  if (unit.text() != text(json, "unit"))
    return wrong(subject, "the unit is not that of the question");
  const char* name = setting.plan.statistic == Statistic::count ? "count" : "value";
  const bool adds_up = setting.plan.statistic == Statistic::count ||
                       setting.plan.statistic == Statistic::sum;
  Int128 sum = 0;
  for (const Json* one : setting.answers) {
    const auto noisy = noisy_numbers(*one, name, setting.plan, unit);
    if (!noisy)
      return wrong(subject, "a released number is none of this unit and size");
    if (const auto* warped = std::get_if<WarpedNoise>(&setting.plan.numbers[0].noise);
        warped != nullptr && noisy->front() < warped->law->least())
      return wrong(subject, "a released number is none that such noise gives");
    if (!json["fewer_than"].is_null() && noisy->front() < whole(json["fewer_than"]))
      return wrong(subject, "a cell is listed that should be hidden");
    if (!is_estimate(*one, name, estimator.estimate(*noisy), unit))
      return wrong(subject, "a number or its interval is not what the noise gives");
    if (adds_up) sum += estimator.summand(*noisy);
  }
  const bool adds_to_total = adds_up && setting.complete &&
                             !json["question"]["columns"].empty() &&
                             setting.answers.size() <= kMostTotalled;
  const auto expected =
      adds_to_total
          ? estimator.total(sum, static_cast<std::int64_t>(setting.answers.size()))
          : std::nullopt;
  if (const Json& total = json["total"]; total.is_null()) {
    // Under a profile the plan decides whether the sum is worth showing.
    if (expected && is_added(setting.plan.numbers[0].noise))
      return wrong(subject, "the total is missing");
  } else if (!expected || total.size() != 2 ||
             !is_estimate(total, name, *expected, unit)) {
    return wrong(subject, "the total is not that of the cells");
  }
  if (!states_the_error(json, estimator, *confidence))
    return wrong(subject, "the stated error is not that of the noise");
  return holds(subject, fmt::format("{} intervals were computed anew from the law of "
                                    "the noise",
                                    setting.answers.size()));
}

}  // namespace selvage::verify
