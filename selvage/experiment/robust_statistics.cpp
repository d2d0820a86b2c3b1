#include "selvage/experiment/robust_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/experiment/bound_free.hpp"
#include "selvage/experiment/written_table.hpp"
#include "selvage/report/curves_svg.hpp"
#include "selvage/report/text.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostRobustRuns = 5'000;
constexpr double kOften = 0.9;
const Rational kRobustEpsilon = 1;  // of tables and pictures
const std::vector<TrialStatistic> kRobust = {
    TrialStatistic::spread, TrialStatistic::median, TrialStatistic::trimmed};
const std::vector<std::string> kFiveLaws = {"normal", "lognormal", "Cauchy", "Laplace",
                                            "uniform"};
const std::vector<std::string> kPictured = {"normal", "lognormal"};

std::string file_word(TrialStatistic statistic) {
  if (statistic == TrialStatistic::spread) return "iqr";
  return statistic == TrialStatistic::median ? "median" : "trimmed-mean";
}

// Without the sample, which always answers.
std::vector<std::string> contenders_of(const std::vector<TrialResult>& results,
                                       TrialStatistic statistic) {
  std::vector<std::string> names;
  for (const TrialResult& one : results)
    if (one.statistic == statistic && one.contender != "sample" &&
        std::find(names.begin(), names.end(), one.contender) == names.end())
      names.push_back(one.contender);
  return names;
}

const TrialResult* find_trial(const std::vector<TrialResult>& results,
                              TrialStatistic statistic, const std::string& law,
                              const Rational& epsilon, std::int64_t rows,
                              const std::string& contender) {
  for (const TrialResult& one : results)
    if (one.statistic == statistic && one.law == law && one.epsilon == epsilon &&
        one.rows == rows && one.contender == contender)
      return &one;
  return nullptr;
}

std::string robust_number(double number) {
  if (std::isinf(number)) return "none";
  if (number >= 1e4) return fmt::format("{:.1e}", number);
  return fmt::format("{:.3g}", number);
}

// From how many rows on those that are taken have answers in most tables.
template <class Trial, class Take>
std::optional<std::int64_t> least_answering(const std::vector<Trial>& results,
                                            const Take& take) {
  std::optional<std::int64_t> least;
  for (const Trial& one : results) {
    if (!take(one)) continue;
    if (one.answered < kOften)
      least.reset();
    else if (!least)
      least = one.rows;
  }
  return least;
}

// For each epsilon, in one cell.
std::string answering_cell(
    const RobustAsked& asked,
    const std::function<std::optional<std::int64_t>(const Rational&)>& rows_at) {
  std::string cell;
  for (const Rational& epsilon : asked.epsilons) {
    const auto rows = rows_at(epsilon);
    cell +=
        (cell.empty() ? "" : ", ") + (rows ? thousands(*rows) : std::string("none"));
  }
  return cell;
}

// From how many rows on there is an answer, by law and contender.
std::string answering_text(const std::vector<TrialResult>& results,
                           const RobustAsked& asked) {
  std::string text;
  for (const TrialStatistic statistic : kRobust) {
    WrittenTable table{{"mechanism"}, {}};
    for (const std::string& law : kFiveLaws) table.columns.push_back(law);
    for (const std::string& contender : contenders_of(results, statistic)) {
      std::vector<std::string> row = {contender};
      for (const std::string& law : kFiveLaws)
        row.push_back(answering_cell(asked, [&](const Rational& epsilon) {
          return answering_rows(results, statistic, law, epsilon, contender);
        }));
      table.rows.push_back(std::move(row));
    }
    text += fmt::format("\n## {}\n\n", name_of(statistic)) + markdown(table);
  }
  return text;
}

// The delta that the paper's thresholds come to, by size and epsilon.
Result<std::string> delta_text(const RobustAsked& asked) {
  WrittenTable table{{"statistic", "rows"}, {}};
  for (const Rational& epsilon : asked.epsilons)
    table.columns.push_back("epsilon " + epsilon.text());
  for (const TrialStatistic statistic : kRobust)
    for (const std::int64_t rows : asked.rows) {
      std::vector<std::string> row = {name_of(statistic), thousands(rows)};
      for (const Rational& epsilon : asked.epsilons) {
        const auto delta = delta_of_paper(statistic, rows, epsilon);
        if (!delta) return delta.error();
        row.push_back(fmt::format("{:.1e}", std::min(1.0, delta->to_double())));
      }
      table.rows.push_back(std::move(row));
    }
  return "# What the paper's thresholds give away\n\nThe delta that thresholds of ln^2 "
         "n + 1 come to. All others of these mechanisms have 10^-6.\n\n" +
         markdown(table);
}

std::string error_text(const std::vector<TrialResult>& results,
                       const RobustAsked& asked) {
  std::string text;
  for (const TrialStatistic statistic : kRobust) {
    const auto names = contenders_of(results, statistic);
    WrittenTable table{{"law", "rows", "sample"}, {}};
    table.columns.insert(table.columns.end(), names.begin(), names.end());
    for (const std::string& law : kFiveLaws)
      for (const std::int64_t rows : asked.rows) {
        const auto* sample =
            find_trial(results, statistic, law, kRobustEpsilon, rows, "sample");
        if (sample == nullptr) continue;
        std::vector<std::string> row = {law, thousands(rows),
                                        robust_number(sample->usual)};
        for (const std::string& name : names)
          row.push_back(robust_number(
              find_trial(results, statistic, law, kRobustEpsilon, rows, name)->usual));
        table.rows.push_back(std::move(row));
      }
    text += fmt::format("\n## {}, epsilon {}\n\n", name_of(statistic),
                        kRobustEpsilon.short_text()) +
            markdown(table);
  }
  return text;
}

CurveChart answering_chart(const std::vector<TrialResult>& results,
                           TrialStatistic statistic, const std::string& law) {
  CurveChart chart{fmt::format("{} of {} columns, epsilon {}: how often an answer",
                               name_of(statistic), law, kRobustEpsilon.short_text()),
                   {"rows", AxisScale::logarithmic},
                   {"share of the tables with an answer", AxisScale::linear}};
  for (const std::string& name : contenders_of(results, statistic)) {
    Curve curve{name, {}, CurveStyle::solid};
    for (const TrialResult& one : results)
      if (one.statistic == statistic && one.law == law &&
          one.epsilon == kRobustEpsilon && one.contender == name) {
        curve.points.push_back({static_cast<double>(one.rows), one.answered});
        if (one.needs_bounds) curve.style = CurveStyle::dashed;
      }
    chart.curves.push_back(std::move(curve));
  }
  chart.notes = {"Dashed: needs bounds, which nobody may take from the table."};
  return chart;
}

CurveChart slope_chart(const std::vector<RegressionTrial>& results,
                       const std::string& shape) {
  CurveChart chart{
      fmt::format("slope, {}, epsilon {}", shape, kRobustEpsilon.short_text()),
      {"rows", AxisScale::logarithmic},
      {"median of the error, as a share of the slope", AxisScale::logarithmic}};
  for (const RegressionTrial& one : results) {
    if (one.shape != shape || one.epsilon != kRobustEpsilon ||
        one.contender.ends_with("its thresholds") ||
        one.contender.ends_with("as printed"))
      continue;
    auto curve = std::find_if(chart.curves.begin(), chart.curves.end(),
                              [&](const Curve& c) { return c.name == one.contender; });
    if (curve == chart.curves.end())
      curve = chart.curves.insert(
          curve, {one.contender,
                  {},
                  one.needs_bounds ? CurveStyle::dashed : CurveStyle::solid});
    curve->points.push_back({static_cast<double>(one.rows), one.usual});
  }
  chart.notes = {"Dashed: needs bounds, which nobody may take from the table.",
                 "Without the paper's own thresholds, which do not promise as much.",
                 "\u221e: no answer in half of the tables."};
  return chart;
}

std::string slope_csv(const std::vector<RegressionTrial>& results) {
  WrittenTable table{{"shape", "epsilon", "rows", "mechanism", "needs_bounds",
                      "median_error", "error_95", "answered"},
                     {}};
  const auto full = [](double number) { return fmt::format("{:.10g}", number); };
  for (const RegressionTrial& one : results)
    table.rows.push_back({one.shape, one.epsilon.text(), std::to_string(one.rows),
                          one.contender, one.needs_bounds ? "yes" : "no",
                          full(one.usual), full(one.large), full(one.answered)});
  return csv(table);
}

// By contender and points.
std::string slope_answers(const std::vector<RegressionTrial>& results,
                          const RobustAsked& asked) {
  WrittenTable table{{"mechanism"}, {}};
  for (const RegressionShape& shape : regression_shapes())
    table.columns.push_back(shape.name);
  std::vector<std::string> names;
  for (const RegressionTrial& one : results)
    if (std::find(names.begin(), names.end(), one.contender) == names.end())
      names.push_back(one.contender);
  for (const std::string& name : names) {
    std::vector<std::string> row = {name};
    for (const RegressionShape& shape : regression_shapes())
      row.push_back(answering_cell(asked, [&](const Rational& epsilon) {
        return least_answering(results, [&](const RegressionTrial& one) {
          return one.shape == shape.name && one.epsilon == epsilon &&
                 one.contender == name;
        });
      }));
    table.rows.push_back(std::move(row));
  }
  return "\n# From how many rows on there is a line\n\nThe least number of rows from "
         "which on nine of ten tables have an answer, for all epsilons in turn.\n\n" +
         markdown(table);
}

std::string slope_text(const std::vector<RegressionTrial>& results,
                       const RobustAsked& asked) {
  WrittenTable table{{"points", "rows"}, {}};
  for (const RegressionTrial& one : results) {
    if (one.epsilon != kRobustEpsilon) continue;
    if (std::find(table.columns.begin(), table.columns.end(), one.contender) ==
        table.columns.end())
      table.columns.push_back(one.contender);
    const std::string rows = thousands(one.rows);
    if (table.rows.empty() || table.rows.back()[0] != one.shape ||
        table.rows.back()[1] != rows)
      table.rows.push_back({one.shape, rows});
    table.rows.back().push_back(robust_number(one.usual));
  }
  return "# Lines through points\n\nThe median of the error of the slope, as a share "
         "of it, at epsilon 1. *none*: no answer in half of the\ntables.\n\n" +
         markdown(table) + slope_answers(results, asked);
}

std::string robust_readme(const std::vector<MadeFile>& files,
                          const RobustAsked& asked) {
  std::string text = fmt::format(
      "# Robust statistics, measured\n\n"
      "Made by\n\n"
      "    selvage reproduce robust-statistics --seed {} --runs {} --rows {} --out "
      "FOLDER\n\n"
      "Tables are drawn from known laws, {} of each law and size, with a delta of "
      "10^-6 "
      "where one is needed.\nThe program's own answers go through its verbs; *the "
      "paper, repaired* is `--mechanism\npropose-test-release` with the number of rows "
      "as `--people`, *the paper's thresholds* the same with\nthresholds of ln^2 n + "
      "1, "
      "whatever delta that comes to.\n\n",
      asked.seed, asked.runs, asked.rows.back(), asked.runs);
  for (const RegressionShape& shape : regression_shapes())
    text += fmt::format("- points, {}: {}\n", shape.name, shape.about);
  text += "\n";
  for (const MadeFile& file : files)
    text += fmt::format("- [{0}]({0}): {1}\n", file.name, file.about);
  return text;
}

// One line of progress for two rounds, of which the first takes this share.
constexpr double kFirstRound = 0.5;

}  // namespace

std::optional<std::int64_t> answering_rows(const std::vector<TrialResult>& results,
                                           TrialStatistic statistic,
                                           const std::string& law,
                                           const Rational& epsilon,
                                           const std::string& contender) {
  return least_answering(results, [&](const TrialResult& one) {
    return one.statistic == statistic && one.law == law && one.epsilon == epsilon &&
           one.contender == contender;
  });
}

Result<std::vector<MadeFile>> robust_statistics_files(const RobustAsked& asked) {
  if (asked.runs > kMostRobustRuns)
    return wrong(fmt::format("--runs {} is more than {}; write fewer", asked.runs,
                             kMostRobustRuns));
  const auto part_of_watch = [&](double from, double to) {
    return [&asked, from, to](double share) {
      return !asked.watch || asked.watch(from + (to - from) * share);
    };
  };
  const auto results = run_trials({.seed = asked.seed,
                                   .runs = asked.runs,
                                   .rows = asked.rows,
                                   .epsilons = asked.epsilons,
                                   .statistics = kRobust,
                                   .laws = kFiveLaws,
                                   .contending = robust_contenders,
                                   .threads = asked.threads,
                                   .watch = part_of_watch(0, kFirstRound)});
  if (!results) return results.error();
  const auto slopes = run_regression_trials({.seed = asked.seed,
                                             .runs = asked.runs,
                                             .rows = asked.rows,
                                             .epsilons = asked.epsilons,
                                             .threads = asked.threads,
                                             .watch = part_of_watch(kFirstRound, 1)});
  if (!slopes) return slopes.error();
  const auto deltas = delta_text(asked);
  if (!deltas) return deltas.error();
  std::vector<MadeFile> files = {
      {"answers.md", "from how many rows on there is an answer, and how far it is off",
       fmt::format("# Robust statistics\n\n{} tables of each law and size, delta "
                   "10^-6.\n\nThe least number of rows from which on nine of ten "
                   "tables have an answer, for epsilon {}.\n",
                   asked.runs,
                   [&] {
                     std::string all;
                     for (const Rational& epsilon : asked.epsilons)
                       all += (all.empty() ? "" : ", ") + epsilon.text();
                     return all;
                   }()) +
           answering_text(*results, asked) +
           "\n# Errors\n\nThe median over the tables. *none*: no answer in half of "
           "them.\n" +
           error_text(*results, asked)},
      {"answers.csv", "all numbers", trials_csv(*results)},
      {"deltas.md", "what the paper's thresholds give away", *deltas},
      {"regression.md", "errors of slopes", slope_text(*slopes, asked)},
      {"regression.csv", "all numbers of these", slope_csv(*slopes)}};
  for (const TrialStatistic statistic : kRobust)
    for (const std::string& law : kPictured)
      files.push_back(
          {fmt::format("{}-{}.svg", file_word(statistic), law),
           fmt::format("how often there is an answer, by the number of rows: {}, {} "
                       "columns, epsilon 1",
                       name_of(statistic), law),
           curves_svg(answering_chart(*results, statistic, law))});
  for (const char* shape : {"normal", "incomes"})
    files.push_back({fmt::format("slope-{}.svg", shape),
                     fmt::format("the error of the slope by the number of rows: {}, "
                                 "epsilon 1",
                                 shape),
                     curves_svg(slope_chart(*slopes, shape))});
  files.insert(files.begin(),
               MadeFile{"README.md", "this list", robust_readme(files, asked)});
  return files;
}

}  // namespace selvage
