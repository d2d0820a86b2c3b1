#include "selvage/verify/certificate_parts.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "selvage/base/bounded_json.hpp"
#include "selvage/mechanism/estimate.hpp"

namespace selvage::verify {
namespace {

// The multiple of the unit that a released number is.
std::optional<std::int64_t> multiple(const Json& json, const Rational& unit) {
  if (json.is_number_integer())
    return unit == 1 ? std::optional(json.get<std::int64_t>()) : std::nullopt;
  const auto value = Rational::parse(json.get_ref<const std::string&>());
  if (!value || unit == 1) return std::nullopt;
  const Rational times = *value / unit;
  if (!times.is_integer() || !times.to_int64()) return std::nullopt;
  if (number_text(*times.to_int64(), unit) != json.get_ref<const std::string&>())
    return std::nullopt;
  return times.to_int64();
}

std::optional<std::int64_t> whole_or_none(const Json& json) {
  if (!json.is_number_integer()) return std::nullopt;
  return json.get<std::int64_t>();
}

bool is_estimate(const Json& json, const char* name, const Estimate& expected,
                 const Rational& unit) {
  return json.contains(name) && multiple(json[name], unit) == expected.value &&
         multiple(json["interval"][0], unit) == expected.lower &&
         multiple(json["interval"][1], unit) == expected.upper;
}

std::string error_metric(const Json& json) {
  const std::string& verb = text(json["question"], "verb");
  return fmt::format("absolute error of one {}", verb == "histogram" ? "count" : verb);
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
  const bool counts = setting.plan.statistic == Statistic::count;
  const char* name = counts ? "count" : "value";
  Int128 sum = 0;
  for (const Json* one : setting.answers) {
    std::vector<std::int64_t> noisy;
    if (setting.plan.numbers.size() == 1) {
      const auto value =
          one->contains(name) ? multiple((*one)[name], unit) : std::nullopt;
      if (!value || one->contains("noisy"))
        return wrong(subject, "a released number is not of its unit");
      noisy.push_back(*value);
    } else if (one->contains("noisy") &&
               (*one)["noisy"].size() == setting.plan.numbers.size()) {
      for (const Json& number : (*one)["noisy"])
        noisy.push_back(number.get<std::int64_t>());
    } else {
      return wrong(subject, "the noisy numbers of a cell are not there");
    }
    if (!json["fewer_than"].is_null() && noisy[0] < whole(json["fewer_than"]))
      return wrong(subject, "a cell is listed that should be hidden");
    for (const std::int64_t number : noisy)
      if (number > kMaxRelease || number < -kMaxRelease)
        return wrong(subject, "a noisy number is larger than any that is released");
    if (!is_estimate(*one, name, estimator.estimate(noisy), unit))
      return wrong(subject, "a number or its interval is not what the noise gives");
    sum += noisy.back();
  }
  if (const Json& total = json["total"]; !total.is_null()) {
    const bool fits = sum >= -kMaxRelease && sum <= kMaxRelease;
    if (!setting.complete || !fits ||
        !is_estimate(total, name,
                     estimator.total(static_cast<std::int64_t>(sum),
                                     static_cast<std::int64_t>(setting.answers.size())),
                     unit))
      return wrong(subject, "the total is not that of the cells");
  }
  const auto error = estimator.error();
  if (json["error"].size() != (error ? 1 : 0) ||
      json["accuracy"].size() != json["error"].size())
    return wrong(subject, "an error is stated that is not the same for all cells");
  if (error) {
    const Json &stated = json["error"][0], &accuracy = json["accuracy"][0];
    if (multiple(stated["bound"], unit) != error->bound ||
        text(stated, "confidence") != confidence->text() ||
        text(stated, "mean_abs") != (error->mean_absolute * unit).text() ||
        text(accuracy, "alpha") != "0" || text(accuracy, "distortion") != "none" ||
        text(accuracy, "metric") != error_metric(json) ||
        text(accuracy, "beta") != (unit * error->bound).text() ||
        text(accuracy, "gamma") != (Rational(1) - *confidence).text())
      return wrong(subject, "the stated error is not that of the noise");
  }
  return holds(subject,
               fmt::format("{} intervals were computed anew from the law of the "
                           "noise",
                           setting.answers.size()));
}

bool is_stored_answer(const Certificate& certificate, const std::string& stored) {
  const Json& json = certificate.json;
  const auto kept = parse_bounded_json(stored);
  const auto unit = Rational::parse(text(json, "unit"));
  if (!kept || !kept->is_object() || !kept->contains("numbers") ||
      !kept->contains("keys") || !unit || unit->sign() <= 0)
    return false;
  std::vector<const Json*> answers;
  if (json["answer"].is_array())
    for (const Json& one : json["answer"]) answers.push_back(&one);
  else if (json["answer"].is_object())
    answers.push_back(&json["answer"]);
  const Json& numbers = (*kept)["numbers"];
  for (const Json& number : numbers)
    if (!number.is_array() || number.size() != answers.size()) return false;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Json& one = *answers[i];
    const char* name = one.contains("count") ? "count" : "value";
    for (std::size_t n = 0; n < numbers.size(); ++n) {
      const auto shown = one.contains("noisy") && n < one["noisy"].size()
                             ? whole_or_none(one["noisy"][n])
                             : multiple(one[name], *unit);
      if (!shown || Json(*shown) != numbers[n][i]) return false;
    }
  }
  // The released keys, in the order in which the cells show them.
  const Json& columns = json["question"]["columns"];
  for (std::size_t c = 0; c < (*kept)["keys"].size(); ++c) {
    const Json& keys = (*kept)["keys"][c];
    if (!keys.is_array()) continue;
    std::set<std::string> labels;
    for (const Json* one : answers)
      if (c >= columns.size() || !one->contains("cell") ||
          !(*one)["cell"].contains(text(columns[c], "name")))
        return false;
      else
        labels.insert(text((*one)["cell"], text(columns[c], "name")));
    for (const std::string& label : labels)
      if (std::find(keys.begin(), keys.end(), Json(label)) == keys.end()) return false;
  }
  return true;
}

}  // namespace selvage::verify
