// What an extreme says of itself before any data.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/extremes/extremes.hpp"
#include "selvage/mechanism/shared_warnings.hpp"
#include "selvage/summary/kept_rows.hpp"

namespace selvage {

std::string ExtremesMechanism::name() const {
  return exponential() ? "exponential_extreme" : "above_threshold";
}

std::string ExtremesMechanism::reason() const {
  return exponential() ? "it was asked for by name"
                       : "fewer rows lie beyond its answer than by the other form, "
                         "and bins without rows cost next to nothing";
}

std::vector<std::pair<std::string, std::string>> ExtremesMechanism::parameters() const {
  std::vector<std::pair<std::string, std::string>> all = {
      {"bins", std::to_string(bins_.size())}};
  if (const auto* above = std::get_if<AboveThresholdTerms>(&terms_)) {
    all.emplace_back("first", above->first.text());
    all.emplace_back("second", above->second.text());
    all.emplace_back("threshold", std::to_string(above->threshold));
  } else {
    const auto& other = std::get<ExponentialTerms>(terms_);
    all.emplace_back("slope", other.slope.text());
    all.emplace_back("people", std::to_string(other.people));
  }
  all.emplace_back("rows_per_person", std::to_string(rows_per_person()));
  return all;
}

// Rows beyond have a bound, values have none: how far beyond they lie is not known.
std::vector<ErrorRow> ExtremesMechanism::errors(const std::optional<Prior>&,
                                                const Rational&) const {
  return {};
}

std::string ExtremesMechanism::rows_word() const {
  return rows_per_person() == 1 ? "people" : "rows";
}

std::vector<Accuracy> ExtremesMechanism::accuracy(const Rational& confidence) const {
  const auto beyond = most_beyond_end(confidence);
  if (!beyond) return {};
  const auto count = static_cast<std::int64_t>(ends().size());
  std::vector<Accuracy> all;
  for (const End end : ends()) {
    const std::string side = end == End::upper ? "above" : "below";
    const std::string answer = count == 1          ? "the answer"
                               : end == End::upper ? "max"
                                                   : "min";
    std::string metric = fmt::format("{} {} the bin of {}", rows_word(), side, answer);
    if (const auto* other = std::get_if<ExponentialTerms>(&terms_))
      metric += fmt::format(" where there are {} or more", other->people);
    metric += fmt::format(" (and at least one in it or {})", side);
    if (!question_.domain.columns().empty()) metric = "in each group " + metric;
    all.push_back({.alpha = 0,
                   .beta = *beyond,
                   .gamma = (Rational(1) - confidence) / count,
                   .distortion = Distortion::none,
                   .metric = std::move(metric)});
  }
  return all;
}

// [T204, T291]
std::vector<AccuracyDerivation> ExtremesMechanism::accuracy_derivations(
    const Rational& confidence) const {
  std::vector<AccuracyDerivation> all;
  const Rational risk =
      (Rational(1) - confidence) / static_cast<std::int64_t>(ends().size());
  for (const End end : ends()) {
    Inputs inputs = {{"statistic", std::string(end == End::upper ? "max" : "min")}};
    if (const auto* above = std::get_if<AboveThresholdTerms>(&terms_)) {
      inputs.insert(inputs.end(), {{"first", above->first},
                                   {"second", above->second},
                                   {"threshold", above->threshold}});
    } else {
      const auto& drawn = std::get<ExponentialTerms>(terms_);
      inputs.insert(inputs.end(), {{"slope", drawn.slope}, {"people", drawn.people}});
    }
    inputs.insert(inputs.end(),
                  {{"bins", static_cast<std::int64_t>(bins_.size())}, {"risk", risk}});
    if (auto known =
            derive_accuracy(exponential() ? "people_beyond_drawn" : "people_beyond",
                            std::move(inputs), {}))
      all.push_back(*std::move(known));
  }
  return all;
}

std::string ExtremesMechanism::range_sentence() const {
  if (!range_.is_given()) return selvage::range_sentence(range_.unit);
  std::string text = fmt::format(
      "all values below {} lie in one bin, and all values from {} on in another",
      range_.low_text(), range_.high_text());
  if (moments_) text += moments_->zone_words();
  return text;
}

std::string ExtremesMechanism::bins_sentence() const {
  if (!range_.is_given() && moments_)
    return fmt::format("{} bins, one for each {}", bins_.size(), moments_->word());
  if (!range_.is_given())
    return fmt::format(
        "{} bins, 16 to every octave: an answer may lie beyond every value by a "
        "sixteenth of its size",
        bins_.size());
  return fmt::format(
      "{} bins, with those for what lies outside; an answer is the end of one of them",
      bins_.size());
}

std::string ExtremesMechanism::beyond_sentence(const Rational& confidence) const {
  const auto beyond = most_beyond_end(confidence);
  if (!beyond)
    return fmt::format("nothing is promised with probability {}", confidence.text());
  std::string text = fmt::format("with probability {}", confidence.text());
  if (!question_.domain.columns().empty()) text += " in each group";
  if (const auto* other = std::get_if<ExponentialTerms>(&terms_))
    text += fmt::format(", where there are {} {} or more,", other->people, rows_word());
  text += fmt::format(" at most {} {} lie ", *beyond, rows_word());
  text += ends().size() == 2
              ? "below the bin of min and as many above that of max, and "
                "at least one in each of these bins or beyond"
          : ends()[0] == End::upper
              ? "above the bin of the answer, and at least one in it or above"
              : "below the bin of the answer, and at least one in it or below";
  return text + "; the bin itself may be empty, and there is no interval of values";
}

std::string ExtremesMechanism::few_sentence() const {
  if (const auto* other = std::get_if<ExponentialTerms>(&terms_))
    return fmt::format(
        "with fewer than {} {} nothing is promised, and the answer may lie anywhere",
        other->people, rows_word());
  const std::int64_t threshold = std::get<AboveThresholdTerms>(terms_).threshold;
  const char* nobody = range_.is_given() ? "the bin at the other end" : "unknown";
  if (threshold == 0)
    return fmt::format("the answer of an empty table is mostly {}", nobody);
  return fmt::format(
      "with about {} {} or fewer the answer is mostly that of an empty table: {}",
      threshold, rows_word(), nobody);
}

std::vector<PlanLine> ExtremesMechanism::plan_lines(const Prior&,
                                                    const Rational& confidence) const {
  const std::string cut =
      range_.is_given() && !moments_
          ? "values are rounded to multiples of " + grid_.step().text()
          : cut_sentence(moments_ ? ColumnUnit(*moments_) : range_.unit);
  return {{"range", cut + "; " + range_sentence()},
          {"bins", bins_sentence()},
          {"error", beyond_sentence(confidence)}};
}

Json ExtremesMechanism::plan_numbers(const Prior&, const Rational& confidence) const {
  const auto beyond = most_beyond_end(confidence);
  return {{"bins", bins_.size()},
          {"most_beyond", beyond ? Json(*beyond) : Json(nullptr)}};
}

std::vector<std::string> ExtremesMechanism::warnings(const Rational&) const {
  std::vector<std::string> all = {
      fmt::format("the answer is the end of a bin that may be empty, and need not be a "
                  "value of the table; {} beyond it are set aside",
                  rows_word()),
      range_sentence() +
          (range_.is_given() || moments_ ? "" : "; `unit` moves this range"),
      few_sentence()};
  if (auto large = large_epsilon_warning(epsilon())) all.push_back(*std::move(large));
  if (auto rows = row_as_person_warning(question_.person))
    all.push_back(*std::move(rows));
  if (auto cut = caps_warning({false, question_.person,
                               static_cast<std::int64_t>(question_.domain.cells()),
                               !question_.domain.columns().empty()}))
    all.push_back(*std::move(cut));
  if (auto lines = json_lines_warning(question_.table))
    all.push_back(*std::move(lines));
  return all;
}

}  // namespace selvage
