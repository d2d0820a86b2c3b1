#include "selvage/experiment/flexible_accuracy.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/experiment/close_report.hpp"
#include "selvage/experiment/written_table.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostBarRuns = 100'000;  // a gigabyte and a half of errors
const std::vector<Rational> kShown = {Rational(3, 10), 1};

std::string bar_percent(double error) {
  return fmt::format("{:.{}f}", error, error < 9.95 ? 2 : 1);
}

// "26.8 (26.1 to 27.5)".
std::string with_interval(const BarErrors& errors) {
  return fmt::format("{} ({} to {})", bar_percent(errors.mean),
                     bar_percent(errors.lower), bar_percent(errors.upper));
}

std::string bar_readme(const std::vector<MadeFile>& files,
                       const BarTrialsAsked& asked) {
  std::string text = fmt::format(
      "# Answers read off histograms, measured\n\n"
      "Made by\n\n"
      "    selvage reproduce flexible-accuracy --seed {} --runs {} --out FOLDER\n\n"
      "{} tables of each of six kinds, and every mechanism once on each table at each "
      "epsilon, with delta\n2^-20. The program's own answers go through its verbs; the "
      "seed makes draws that anybody can repeat.\n\n",
      asked.seed, asked.runs, asked.runs);
  for (std::size_t i = 0; i < bar_worlds().size(); ++i)
    text +=
        fmt::format("{}. {}: {}\n", i + 1, bar_worlds()[i].name, bar_worlds()[i].about);
  text += "\n";
  for (const MadeFile& file : files)
    text += fmt::format("- [{0}]({0}): {1}\n", file.name, file.about);
  return text;
}

// The second half of the paper.
std::optional<Error> add_close_files(const BarTrialsAsked& asked,
                                     std::vector<MadeFile>& files) {
  const CloseTrialsAsked close{asked.seed, asked.runs};
  const auto robust = run_robust_trials(close);
  if (!robust) return robust.error();
  const auto separators = run_separator_trials(close);
  if (!separators) return separators.error();
  files.push_back({"robust.md", "what robustness costs, by distance and share",
                   robust_cost_markdown(*robust, asked.runs)});
  files.push_back({"robust.svg", "the same as a picture", robust_cost_svg(*robust)});
  files.push_back({"separator.md", "separators by dropping and moving",
                   separator_markdown(*separators, asked.runs)});
  return std::nullopt;
}

}  // namespace

std::string bar_trials_csv(const std::vector<BarTrialResult>& results) {
  WrittenTable table{{"experiment", "name", "mechanism", "default", "epsilon"}, {}};
  for (const char* kind : {"actual", "flexible"})
    for (const char* number : {"mean", "lower", "upper", "median", "error_95"})
      table.columns.push_back(fmt::format("{}_{}", kind, number));
  for (const BarTrialResult& one : results) {
    std::vector<std::string> row = {std::to_string(one.world + 1),
                                    bar_worlds()[one.world].name, one.contender,
                                    one.is_default ? "yes" : "no", one.epsilon.text()};
    for (const BarErrors& errors : {one.actual, one.flexible})
      for (const double number :
           {errors.mean, errors.lower, errors.upper, errors.median, errors.large})
        row.push_back(fmt::format("{:.6g}", number));
    table.rows.push_back(std::move(row));
  }
  return csv(table);
}

std::string bar_trials_markdown(const std::vector<BarTrialResult>& results,
                                const BarTrialsAsked& asked) {
  std::string text = fmt::format(
      "# Errors of answers read off histograms\n\n"
      "Mean errors over {} tables in percent of the number of bars, with the interval "
      "of the mean at 95 %.\n*actual*: from the true answer. *flexible*: from the "
      "nearest answer of a table from which at most\n{} of the people were dropped. No "
      "answer counts as 0. What the verb takes where nothing is said\nis in bold. "
      "All epsilons and quantiles are in `trials.csv`.\n",
      asked.runs, asked.share.text());
  for (std::size_t world = 0; world < bar_worlds().size(); ++world) {
    text += fmt::format("\n## {}. {}\n\n{}.\n\n", world + 1, bar_worlds()[world].name,
                        bar_worlds()[world].about);
    WrittenTable table{{"mechanism"}, {}};
    std::vector<Rational> shown;
    for (const Rational& epsilon : kShown)
      if (std::find(asked.epsilons.begin(), asked.epsilons.end(), epsilon) !=
          asked.epsilons.end())
        shown.push_back(epsilon);
    for (const Rational& epsilon : shown)
      for (const char* kind : {"actual", "flexible"})
        table.columns.push_back(
            fmt::format("{}, epsilon {}", kind, epsilon.short_text()));
    for (const BarTrialResult& one : results) {
      const auto at = std::find(shown.begin(), shown.end(), one.epsilon);
      if (one.world != world || at == shown.end()) continue;
      if (at == shown.begin())
        table.rows.push_back(
            {one.is_default ? "**" + one.contender + "**" : one.contender});
      table.rows.back().push_back(with_interval(one.actual));
      table.rows.back().push_back(with_interval(one.flexible));
    }
    text += markdown(table);
  }
  return text;
}

Result<std::vector<MadeFile>> flexible_accuracy_files(const BarTrialsAsked& asked) {
  if (asked.runs > kMostBarRuns)
    return wrong(fmt::format("--runs {} is more than {}; write fewer", asked.runs,
                             kMostBarRuns));
  const auto results = run_bar_trials(asked);
  if (!results) return results.error();
  std::vector<MadeFile> files;
  files.push_back({"claims.md",
                   "what the paper says of its experiments, and where it is so here",
                   bar_claims_markdown(*results, asked)});
  files.push_back({"errors.md", "the errors of all mechanisms at epsilon 0.3 and 1",
                   bar_trials_markdown(*results, asked)});
  files.push_back({"trials.csv", "all numbers, with intervals and quantiles",
                   bar_trials_csv(*results)});
  files.push_back({"experiments.svg",
                   "actual and flexible errors by epsilon, in all six experiments",
                   bar_trials_svg(*results, asked)});
  if (auto fault = add_close_files(asked, files)) return *std::move(fault);
  files.insert(files.begin(),
               MadeFile{"README.md", "this list", bar_readme(files, asked)});
  return files;
}

}  // namespace selvage
