#include "selvage/experiment/bound_free.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/experiment/written_table.hpp"
#include "selvage/report/curves_svg.hpp"
#include "selvage/report/text.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostTrials = 20'000;  // a gigabyte of errors
constexpr const char* kOwn = "selvage";
constexpr const char* kSample = "sample";
constexpr double kTiny = std::numeric_limits<double>::min();
constexpr double kClearly = 1.1;  // so many times better
const Rational kShownEpsilon = 1;
const std::vector<std::string> kDrawnLaws = {"normal", "money"};

using Picked = std::vector<const TrialResult*>;

template <class Wanted>
Picked picked(const std::vector<TrialResult>& results, const Wanted& wanted) {
  Picked all;
  for (const TrialResult& result : results)
    if (wanted(result)) all.push_back(&result);
  return all;
}

const TrialResult& of_contender(const Picked& all, const std::string& name) {
  return **std::find_if(all.begin(), all.end(),
                        [&](const TrialResult* one) { return one->contender == name; });
}

// The trials of one statistic, law and size, at one epsilon.
Picked one_race(const std::vector<TrialResult>& results, TrialStatistic statistic,
                const Rational& epsilon, const std::string& law, std::int64_t rows) {
  return picked(results, [&](const TrialResult& one) {
    return one.statistic == statistic && one.epsilon == epsilon && one.law == law &&
           one.rows == rows;
  });
}

struct Race {
  std::string law;
  std::int64_t rows;
  Picked all;
};

std::vector<Race> races(const std::vector<TrialResult>& results,
                        TrialStatistic statistic, const Rational& epsilon) {
  std::vector<Race> all;
  for (const TrialResult& one : results)
    if (one.statistic == statistic && one.epsilon == epsilon &&
        one.contender == kSample)
      all.push_back({one.law, one.rows,
                     one_race(results, statistic, epsilon, one.law, one.rows)});
  return all;
}

std::string short_number(double number) {
  if (std::isinf(number)) return "none";
  if (number >= 1e4) return fmt::format("{:.1e}", number);
  return fmt::format("{:.{}f}", number, number < 10 ? 2 : 0);
}

// Of a maximum the rows above, of others the multiple of the sample's own error; where
// that is nothing, the error itself.
std::string shown_error(const TrialResult& one, const TrialResult& sample) {
  if (one.statistic == TrialStatistic::maximum)
    return std::isinf(one.usual)
               ? "none"
               : fmt::format("{:.0f} ({:.0f} %)", one.usual, 100 * one.outside);
  if (sample.usual > 0 || std::isinf(one.usual))
    return short_number(one.usual / std::max(sample.usual, kTiny));
  return one.usual == 0 ? "exact" : "off by " + short_number(one.usual);
}

std::string loss_text(const Lost& lost) {
  if (std::isinf(lost.own)) return "where selvage has no answer";
  if (lost.others == 0) return fmt::format("{:.3g} against 0", lost.own);
  return fmt::format("{:.3g} times", lost.own / lost.others);
}

std::string statistic_text(const std::vector<TrialResult>& results,
                           TrialStatistic statistic) {
  const auto all = races(results, statistic, kShownEpsilon);
  WrittenTable table{{"law", "rows"}, {}};
  for (const TrialResult* one : all.front().all)
    if (one->contender != kSample || statistic != TrialStatistic::maximum)
      table.columns.push_back(one->contender);
  for (const Race& race : all) {
    std::vector<std::string> row = {race.law, thousands(race.rows)};
    const TrialResult& sample = of_contender(race.all, kSample);
    for (const TrialResult* one : race.all)
      if (one->contender == kSample) {
        if (statistic != TrialStatistic::maximum)
          row.push_back(fmt::format("{:.3g}", one->usual));
      } else
        row.push_back(shown_error(*one, sample));
    table.rows.push_back(std::move(row));
  }
  std::string text = fmt::format("\n## {}, epsilon {}\n\n", name_of(statistic),
                                 kShownEpsilon.short_text());
  text +=
      statistic == TrialStatistic::maximum
          ? "How many rows lie above the answer, in the median table, and in how many "
            "tables it lies above all rows.\n\n"
          : "The column *sample* has the median error of the sample itself, which "
            "is not private; the others\nare multiples of it. *none*: no answer in "
            "half of the tables.\n\n";
  text += markdown(table);
  const auto lost = lost_trials(results, statistic, kShownEpsilon);
  std::size_t without = 0;
  std::map<std::string, std::size_t> by_rival;
  for (const Lost& one : lost) {
    ++by_rival[one.rival];
    without += one.needs_bounds ? 0 : 1;
  }
  text += fmt::format(
      "\nA rival that needs no bounds is better than selvage by more than a tenth in "
      "{} "
      "of these {} lines",
      without, all.size());
  text += by_rival.empty() ? ", and so is none that needs them.\n" : ". By rival:\n\n";
  for (const auto& [rival, times] : by_rival) {
    const Lost* worst = nullptr;
    for (const Lost& one : lost)
      if (one.rival == rival &&
          (worst == nullptr || one.own * worst->others > worst->own * one.others))
        worst = &one;
    text += fmt::format("- {}: {} lines; most for {} with {} rows, {}\n", rival, times,
                        worst->law, thousands(worst->rows), loss_text(*worst));
  }
  return text;
}

CurveChart chart_of(const std::vector<TrialResult>& results, TrialStatistic statistic,
                    const std::string& law) {
  CurveChart chart{fmt::format("{} of {} columns, epsilon {}", name_of(statistic), law,
                               kShownEpsilon.short_text()),
                   {"rows", AxisScale::logarithmic},
                   {statistic == TrialStatistic::maximum
                        ? "rows above the answer, in the median table"
                        : "median of the error",
                    statistic == TrialStatistic::maximum ? AxisScale::linear
                                                         : AxisScale::logarithmic}};
  for (const TrialResult& one : results) {
    if (one.statistic != statistic || one.epsilon != kShownEpsilon || one.law != law)
      continue;
    auto curve = std::find_if(chart.curves.begin(), chart.curves.end(),
                              [&](const Curve& c) { return c.name == one.contender; });
    if (curve == chart.curves.end())
      curve = chart.curves.insert(curve, {one.contender,
                                          {},
                                          one.contender == kSample ? CurveStyle::dotted
                                          : one.needs_bounds       ? CurveStyle::dashed
                                                             : CurveStyle::solid});
    curve->points.push_back({static_cast<double>(one.rows), one.usual});
  }
  chart.notes = {"Dashed: needs bounds, which nobody may take from the table."};
  return chart;
}

std::string bound_free_readme(const std::vector<MadeFile>& files,
                              const TrialsAsked& asked) {
  std::string text = fmt::format(
      "# Statistics without bounds, measured\n\n"
      "Made by\n\n"
      "    selvage reproduce bound-free --seed {} --runs {} --out FOLDER\n\n"
      "Tables are drawn from known laws, {} of each law and size. The program's own "
      "answers go through its\nverbs, with what they take where nothing is said; the "
      "seed makes draws that anybody can repeat.\nErrors are against what is true of "
      "the law.\n\n",
      asked.seed, asked.runs, asked.runs);
  for (const SampledLaw& law : sampled_laws())
    text += fmt::format("- {}: {}; bounds that fit: {} to {}\n", law.name, law.about,
                        thousands(law.lower), thousands(law.upper));
  text += "\n";
  for (const MadeFile& file : files)
    text += fmt::format("- [{0}]({0}): {1}\n", file.name, file.about);
  return text;
}

}  // namespace

std::vector<Lost> lost_trials(const std::vector<TrialResult>& results,
                              TrialStatistic statistic, const Rational& epsilon) {
  std::vector<Lost> lost;
  for (const Race& race : races(results, statistic, epsilon)) {
    const double own = of_contender(race.all, kOwn).usual;
    for (const TrialResult* one : race.all)
      if (one->contender != kOwn && one->contender != kSample &&
          own > kClearly * one->usual)
        lost.push_back(
            {race.law, race.rows, one->contender, one->needs_bounds, own, one->usual});
  }
  return lost;
}

std::string trials_csv(const std::vector<TrialResult>& results) {
  WrittenTable table{
      {"statistic", "epsilon", "law", "rows", "mechanism", "needs_bounds",
       "median_error", "error_95", "answered", "outside_the_data"},
      {}};
  const auto full = [](double number) { return fmt::format("{:.10g}", number); };
  for (const TrialResult& one : results)
    table.rows.push_back({name_of(one.statistic), one.epsilon.text(), one.law,
                          std::to_string(one.rows), one.contender,
                          one.needs_bounds ? "yes" : "no", full(one.usual),
                          full(one.large), full(one.answered), full(one.outside)});
  return csv(table);
}

std::string trials_markdown(const std::vector<TrialResult>& results,
                            const TrialsAsked& asked) {
  std::string text = fmt::format(
      "# Statistics without bounds against others\n\n"
      "{} tables of each law and size. Errors are against what is true of the law; all "
      "epsilons are in\n`trials.csv`.\n",
      asked.runs);
  for (const TrialStatistic statistic : all_statistics())
    text += statistic_text(results, statistic);
  return text;
}

Result<std::vector<MadeFile>> bound_free_files(const TrialsAsked& asked) {
  if (asked.runs > kMostTrials)
    return wrong(
        fmt::format("--runs {} is more than {}; write fewer", asked.runs, kMostTrials));
  const auto results = run_trials(asked);
  if (!results) return results.error();
  std::vector<MadeFile> files;
  files.push_back({"trials.md",
                   "errors as multiples of those of the sample, at epsilon 1, and "
                   "where the program is not the best",
                   trials_markdown(*results, asked)});
  files.push_back({"trials.csv", "all numbers", trials_csv(*results)});
  for (const TrialStatistic statistic : all_statistics())
    for (const std::string& law : kDrawnLaws) {
      const std::string word =
          statistic == TrialStatistic::high ? "quantile" : name_of(statistic);
      files.push_back({fmt::format("{}-{}.svg", word, law),
                       fmt::format("the error of the {} by the number of rows, {} "
                                   "columns, epsilon 1",
                                   name_of(statistic), law),
                       curves_svg(chart_of(*results, statistic, law))});
    }
  files.insert(files.begin(),
               MadeFile{"README.md", "this list", bound_free_readme(files, asked)});
  return files;
}

}  // namespace selvage
