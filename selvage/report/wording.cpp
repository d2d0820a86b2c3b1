#include "selvage/report/wording.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/thousands.hpp"
#include "selvage/mechanism/planned_question.hpp"
#include "selvage/question/measured.hpp"
#include "selvage/release/hints.hpp"
#include "selvage/report/line_band.hpp"
#include "selvage/report/number_format.hpp"
#include "selvage/report/view.hpp"
#include "selvage/summary/kept_rows.hpp"

namespace selvage {
namespace {

std::string capitalized(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

// "age", "age and dept", "age, dept and sex".
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

std::string listed(const std::vector<DomainColumn>& columns) {
  std::vector<std::string> names;
  for (const DomainColumn& column : columns) names.push_back(column.name);
  return listed(names);
}

bool names_share(const std::string& name) { return name.starts_with("share below "); }

bool names_quantile(const std::string& name) {
  return name == "median" || (name.ends_with(" quantile") && !names_share(name));
}

bool names_slope(const std::string& name) { return name.starts_with("slope of "); }

// Several quantiles are named together, and so are the shares below them and several
// slopes: a list of them all would be cut.
std::vector<std::string> named_together(const std::vector<std::string>& names) {
  const auto several = [&](bool (*named)(const std::string&)) {
    return std::count_if(names.begin(), names.end(), named) > 1;
  };
  const bool quantiles = several(names_quantile), slopes = several(names_slope);
  std::vector<std::string> together;
  for (const std::string& name : names) {
    const std::string said = quantiles && names_quantile(name) ? "quantiles"
                             : quantiles && names_share(name)  ? "shares below them"
                             : slopes && names_slope(name)     ? "slopes"
                                                               : name;
    if (together.empty() || together.back() != said) together.push_back(said);
  }
  return together;
}

// Whether no number is above the truth: then what it errs is missing.
bool errs_below(const Release& release, std::int64_t bound) {
  const auto& rows = release.answer.numbers[0].rows;
  return !rows.empty() && bound > 0 &&
         std::all_of(rows.begin(), rows.end(), [&](const Estimate& row) {
           return row.lower == row.value && row.upper == row.value + bound;
         });
}

// The columns that explain another, as they were asked for; empty where there are none.
std::string explaining(const Question& question) {
  return question.verb == "regression" ? own_text(question, "x") : "";
}

// "Separator of trainee and manager by age and salary": two labels, a coefficient for
// each column.
std::string separated(const Release& release, const std::string& labels) {
  constexpr std::string_view kCoefficient = "coefficient of ";
  std::vector<std::string> columns;
  for (const Series& series : release.answer.numbers)
    if (series.name.starts_with(kCoefficient))
      columns.push_back(series.name.substr(kCoefficient.size()));
  const auto comma = labels.find(',');
  return fmt::format("Separator of {} and {} by {}", labels.substr(0, comma),
                     labels.substr(comma + 1), listed(columns));
}

// Those whose intervals are there: none of a number that is unknown everywhere.
std::vector<Quantity> claimed(const Release& release, bool certain) {
  std::vector<Quantity> all;
  for (const Series& series : release.answer.numbers)
    if (series.quantity.claimed() && series.quantity.certain == certain &&
        has_intervals(series))
      all.push_back(series.quantity);
  return all;
}

}  // namespace

std::string full_sentence(std::string words) {
  words = capitalized(std::move(words));
  return words.empty() || words.back() == '.' ? words : words + '.';
}

std::string counted(const Release& release) {
  if (!is_count(release)) return "";
  return counts_people(release.question.person) ? "people" : "rows";
}

std::string title(const Release& release) {
  const Question& question = release.question;
  const std::string columns = listed(question.domain.columns());
  // Of cells, whatever is asked about them.
  const bool histogram = question.verb != "count" && question.column.empty();
  std::vector<std::string> names;
  for (const Series& series : release.answer.numbers)
    if (series.with_intervals) names.push_back(series.name);
  // Where no key was found, nothing was asked of it.
  if (has_released_keys(release) && release.answer.cells.empty())
    names = {question.verb == "iqr" ? "IQR" : question.verb};
  std::string text =
      capitalized(histogram ? question.verb : listed(named_together(names)));
  if (const std::string x = explaining(question); !x.empty()) {
    text = "Regression of " + question.column + " on " + x;
  } else if (!own_text(question, "half_spaces").empty()) {
    // Their names are texts of the question, and begin with a column.
    const bool rough = names.front().starts_with("rough count of ");
    text = rough ? capitalized(listed(names))
                 : fmt::format("Count of {} with {}",
                               counts_people(question.person) ? "people" : "rows",
                               listed(names));
  } else if (const std::string labels = own_text(question, "labels"); !labels.empty()) {
    text = separated(release, labels);
  } else if (histogram) {
    if (!columns.empty()) text += " of " + columns;
  } else {
    const std::string what =
        question.column.empty() ? counted(release) : question.column;
    if (!what.empty()) text += " of " + what;
    if (!columns.empty()) text += " by " + columns;
  }
  if (!question.table.empty()) text += " in " + question.table;
  if (!question.where.empty()) text += " where " + question.where;
  return text;
}

std::string title(const Release& release, const Speech& speech) {
  return speech.title.empty() ? title(release) : speech.title;
}

std::string held_sentence(const Release& release, const std::string& holder) {
  auto certain = claimed(release, true), likely = claimed(release, false);
  if (holder == kBandHolder) {  // it is drawn by coefficients alone
    certain.resize(std::min<std::size_t>(1, certain.size()));
    likely.resize(certain.empty() ? std::min<std::size_t>(1, likely.size()) : 0);
  }
  if (certain.empty() && likely.empty()) return "";
  std::string text = holder + " holds ";
  if (!certain.empty()) text += listed(certain) + " for certain";
  if (!certain.empty() && !likely.empty()) text += ", and ";
  if (!likely.empty()) {
    const std::string what = listed(likely);
    const bool long_one = what.find_first_of(",;(") != std::string::npos;
    text += what + (long_one ? ", with probability " : " with probability ") +
            release.confidence.text();
  }
  return text;
}

namespace {

// What is known of a number without an interval.
std::string known_error(const Release& release) {
  std::string known;
  for (const Accuracy& accuracy : release.accuracy)
    if (accuracy.beta.sign() != 0 || accuracy.gamma.sign() != 0)
      known += (known.empty() ? "" : "; ") + sentence(accuracy);
  return known;
}

// The holder where the first number has no interval and others have.
std::string interval_of_others(const Release& release) {
  std::vector<std::string> names;
  for (const Series& series : release.answer.numbers)
    if (series.quantity.claimed() && has_intervals(series))
      names.push_back(series.name);
  return "the interval of " + listed(names);
}

}  // namespace

std::string error_sentence(const Release& release, const std::string& holder,
                           Script script) {
  if (!has_intervals(release)) {
    const std::string known = known_error(release),
                      held = held_sentence(release, interval_of_others(release));
    return known + (known.empty() ? "" : "; ") +
           (held.empty() ? "there is no interval" : held + " (noise only)");
  }
  std::string held = held_sentence(release, holder);
  const bool band = holder == kBandHolder && !claimed(release, true).empty();
  if (band || claimed(release, false).empty()) return held;
  std::string text = held;
  if (release.error) {
    const std::int64_t bound = release.error->bound;
    const bool below = is_count(release) && errs_below(release, bound);
    const NumberFormat numbers(first_series(release), script);
    text += below ? ": at most " + thousands(bound)
                  : ": noise at most " + numbers.spread({0, -bound, bound});
    if (is_count(release))
      text += bound != 1                     ? " " + counted(release)
              : counted(release) == "people" ? " person"
                                             : " row";
    if (below) text += bound != 1 ? " are missing" : " is missing";
  }
  const bool grouped = !release.question.domain.columns().empty();
  return text + (grouped ? " (each cell taken alone, noise only)" : " (noise only)");
}

namespace {

// The intervals are of the counts; what is read off them has a promise of its own.
std::string read_off_sentence(const FunctionAccuracy& known, const char* people) {
  const Rational& gamma = known.accuracy.gamma;
  return fmt::format(
      "the {} is exactly that of the table without at most {} {} ({})", known.function,
      thousands(known.accuracy.alpha.to_int64().value_or(0)), people,
      gamma.sign() == 0 ? "for certain"
                        : "with probability " + (Rational(1) - gamma).text());
}

}  // namespace

// What an extreme says of the true one, where people are set aside.
std::vector<std::string> set_aside_sentences(const Release& release, Script script) {
  std::vector<std::string> all;
  const Question& question = release.question;
  const bool alone = question.domain.columns().empty() && !release.answer.cells.empty();
  const char* people =
      question.person.column.empty() || question.person.rows == 1 ? "people" : "rows";
  for (const AccuracyDerivation& derivation : release.accuracy_derivations) {
    const auto* known = std::get_if<FunctionAccuracy>(&derivation.conclusion);
    if (known != nullptr && (known->function == "mode" || known->function == "support"))
      all.push_back(read_off_sentence(*known, people));
    if (known == nullptr || (known->function != "max" && known->function != "min"))
      continue;
    const bool maximum = known->function == "max";
    const auto series =
        std::find_if(release.answer.numbers.begin(), release.answer.numbers.end(),
                     [&](const Series& one) { return one.name == known->function; });
    if (series == release.answer.numbers.end()) continue;
    const std::string chance = (Rational(1) - known->accuracy.gamma).text();
    const std::string side = maximum ? "above" : "below";
    std::string beyond = side + " the answer";
    if (alone) {
      const Estimate& number = series->rows[0];
      if (!number.known) continue;
      const auto place =
          static_cast<std::size_t>(series - release.answer.numbers.begin());
      const NumberFormat format(release, place, script);
      const OpenEnds ends = open_ends_of(release, place);
      const std::string outside = ends.beyond(number.value),
                        answer = format.value(ends.edge(number.value)),
                        or_above = answer + " or above";
      if (outside == side && known->accuracy.metric == "bound") continue;
      if (outside == side) {
        all.push_back(fmt::format(
            "at least one {} is {} (with probability {}); how far beyond it lies, no "
            "private method can tell",
            question.column,
            maximum         ? or_above
            : ends.of_range ? answer + " or below"
                            : "below " + answer,
            chance));
        continue;
      }
      beyond = outside == "below" ? or_above : fmt::format("{} {}", side, answer);
    }
    all.push_back(fmt::format(
        "{}once at most {} {} are set aside, no {} is {} (with probability {}); the "
        "true {} may be any amount {}, and no private method can tell",
        alone ? "" : "in each group, ",
        thousands(known->accuracy.alpha.to_int64().value_or(0)), people,
        question.column, beyond, chance, maximum ? "maximum" : "minimum",
        maximum ? "higher" : "lower"));
  }
  return all;
}

std::string fewer_sentence(const Release& release) {
  if (!release.answer.fewer_than) return "";
  const std::string limit = thousands(*release.answer.fewer_than);
  if (has_released_keys(release))
    return "keys with a noisy count below " + limit + " are not shown";
  const std::uint64_t cells =
      release.answer.domain.cells() - release.answer.cells.size();
  if (cells == 0) return "no cell holds fewer than " + limit + " by its noisy count";
  return fmt::format("{} {} fewer than {} by {} noisy count",
                     thousands(static_cast<std::int64_t>(cells)),
                     cells == 1 ? "cell holds" : "cells hold", limit,
                     cells == 1 ? "its" : "their");
}

std::string verification_sentence(const Release& release) {
  const VerificationLevel level = release.verification.level;
  const char* meaning =
      level == VerificationLevel::exact_law
          ? "computed exactly on the running program before the release"
      : level == VerificationLevel::small_worlds
          ? "by a theorem, and exactly on all small tables"
          : "by a theorem, in part computed on the running program";
  return fmt::format("{}: {}", level_name(level), meaning);
}

std::string without_advice(const std::string& sentence) {
  std::string kept;
  for (std::size_t at = 0; at < sentence.size();) {
    const std::size_t end = std::min(sentence.find("; ", at), sentence.size());
    const std::string clause = sentence.substr(at, end - at);
    if (clause.find('`') == std::string::npos)
      kept += (kept.empty() ? "" : "; ") + clause;
    at = end + 2;
  }
  if (!kept.empty()) return kept;
  kept = sentence;
  kept.erase(std::remove(kept.begin(), kept.end(), '`'), kept.end());
  return kept;
}

namespace {

// Something was stopped early, by a count that was too small.
bool lacks_an_answer(const Release& release) {
  const auto& rows = first_series(release).rows;
  return std::any_of(rows.begin(), rows.end(),
                     [](const Estimate& row) { return !row.known; });
}

}  // namespace

std::vector<Note> notices(const Release& shown, const Speech& speech) {
  const Release& release = speech.whole != nullptr ? *speech.whole : shown;
  std::vector<Note> result;
  if (!speech.left_out.empty()) result.push_back({"left out", speech.left_out});
  for (const auto& warning : release.all_warnings())
    result.push_back({"warning", speech.said(warning)});
  for (const auto& hint : hints(release)) result.push_back({"hint", speech.said(hint)});
  if (const auto& ledger = release.ledger)
    result.push_back(
        {"ledger",
         fmt::format("entry {} of {}; spent up to it: {}{}", ledger->entry,
                     ledger->file, ledger->spent,
                     ledger->answered_before
                         ? "; this answer was given before, and nothing was charged now"
                     : lacks_an_answer(release)
                         ? "; all of its epsilon is charged, also for what is unknown"
                         : "")});
  return result;
}

namespace {

std::string adds_up_sentence(const Series& series) {
  return fmt::format(
      "the counts called {} are whole, not negative and add up: the nearest such ones "
      "to the noisy counts, made from these alone; no interval is claimed for them",
      series.name);
}

}  // namespace

std::vector<Note> notes(const Release& release, const std::string& holder,
                        Script script, const Speech& speech) {
  std::vector<Note> result = {{"error", error_sentence(release, holder, script)}};
  for (std::string& words : set_aside_sentences(release, script))
    result.push_back({"meaning", std::move(words)});
  if (const auto measure = measure_of(release.question))
    result.push_back({"step", step_sentence(*measure, first_series(release).name)});
  const Release& whole = speech.whole != nullptr ? *speech.whole : release;
  if (const auto fewer = fewer_sentence(whole); !fewer.empty())
    result.push_back(
        {"hidden",
         fewer + "; intervals speak of every cell, not of those that passed"});
  for (const Series& series : release.answer.numbers)
    if (!series.with_intervals) result.push_back({"adds up", adds_up_sentence(series)});
  for (const auto& derivation : release.derivations)
    result.push_back({"privacy", sentence(derivation.conclusion)});
  // Where there was a choice, it is said.
  if (release.mechanism.reason.find("because") != std::string::npos)
    result.push_back({"noise", release.mechanism.reason});
  result.push_back({"person", person_text(release.question.person)});
  result.push_back({"verified", verification_sentence(release)});
  for (Note& note : notices(release, speech)) result.push_back(std::move(note));
  return result;
}

}  // namespace selvage
