#include "selvage/experiment/random_dp.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/experiment/sparse_losses.hpp"
#include "selvage/experiment/written_table.hpp"
#include "selvage/report/curves_svg.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostRuns = 20'000;

double at_share(const std::vector<double>& rising, double share) {
  return rising[static_cast<std::size_t>(share *
                                         static_cast<double>(rising.size() - 1))];
}

std::string title_of(const SparseExample& example) {
  return fmt::format("{}, alpha {}", example.name, example.alpha.text());
}

const LossRow& row_of(const ExampleLosses& one, const char* release) {
  const auto found =
      std::find_if(one.rows.begin(), one.rows.end(),
                   [&](const LossRow& row) { return row.release == release; });
  assert(found != one.rows.end());
  return *found;
}

// What the paper claims of its examples and what is true of these runs.
WrittenTable claims(const std::vector<ExampleLosses>& all) {
  WrittenTable table{{"example", "noise in full cells / in all", "full / all cells",
                      "first cells / water level", "threshold / average case",
                      "average case below all without a threshold"},
                     {}};
  for (const ExampleLosses& one : all) {
    const LossRow &every = row_of(one, "noise in every cell"),
                  &average = row_of(one, "average case and water level");
    bool separated = true;  // its largest loss is below the least of each of them
    for (const char* release :
         {"noise in every cell", "the same, taken from the first cells",
          "taken from the largest cells", "taken in proportion", "water level"})
      separated =
          separated && average.losses.back() < row_of(one, release).losses.front();
    const auto ratio = [](double a, double b) { return fmt::format("{:.3f}", a / b); };
    table.rows.push_back(
        {title_of(one.example),
         ratio(row_of(one, "average case: noise in full cells").mean(), every.mean()),
         ratio(static_cast<double>(one.example.full.size()),
               static_cast<double>(one.example.cells)),
         ratio(row_of(one, "the same, taken from the first cells").mean(),
               row_of(one, "water level").mean()),
         ratio(row_of(one, "threshold and water level").mean(), average.mean()),
         separated ? "in every run" : "not in every run"});
  }
  return table;
}

std::string markdown_of(const std::vector<ExampleLosses>& all,
                        const Repetition& repetition) {
  std::string text = fmt::format(
      "# Losses of histograms with few full cells\n\n"
      "Simulated, {} runs each: the sum of absolute differences of the released shares "
      "and the true ones.\nThe paper tells neither alpha, gamma and the counts nor the "
      "projection; those here are ours.\n",
      repetition.runs);
  for (const ExampleLosses& one : all) {
    text += fmt::format(
        "\n## {}\n\ngamma of the average-case release {:.4f}; some table costs every "
        "alpha-private release {:.4f} at least;\nnoise in full cells alone costs "
        "{:.5f} "
        "before any projection, by formula.\n\n",
        title_of(one.example), one.gamma, one.minimax, one.exact);
    WrittenTable table{{"release", "for everybody", "mean", "5 %", "95 %"}, {}};
    for (const LossRow& row : one.rows)
      table.rows.push_back({row.release, row.for_everybody ? "yes" : "no",
                            fmt::format("{:.4f}", row.mean()),
                            fmt::format("{:.4f}", at_share(row.losses, 0.05)),
                            fmt::format("{:.4f}", at_share(row.losses, 0.95))});
    text += markdown(table);
  }
  return text + "\n## What holds and what is an artefact\n\n" + markdown(claims(all)) +
         "\nThe gain is mostly that of a projection which the paper does not define, "
         "and "
         "of a baseline without a threshold.\nWhere full cells hold fewer people than "
         "the threshold, only the average-case release is of use, and it tells\nmost "
         "about those who are few.\n";
}

std::string csv_of(const std::vector<ExampleLosses>& all) {
  WrittenTable table{{"example", "alpha", "release", "for_everybody", "gamma",
                      "minimax", "rank", "loss"},
                     {}};
  for (const ExampleLosses& one : all)
    for (const LossRow& row : one.rows)
      for (std::size_t run = 0; run < row.losses.size(); ++run)
        table.rows.push_back(
            {one.example.name, one.example.alpha.text(), row.release,
             row.for_everybody ? "yes" : "no", fmt::format("{:.10g}", one.gamma),
             fmt::format("{:.10g}", one.minimax), std::to_string(run + 1),
             fmt::format("{:.10g}", row.losses[run])});
  return csv(table);
}

// The share of runs that lose at most this.
CurveChart chart_of(const ExampleLosses& one) {
  CurveChart chart{.title = title_of(one.example),
                   .across = {.title = "loss"},
                   .up = {.title = "share of runs with at most this loss"}};
  constexpr CurveStyle kStyles[] = {CurveStyle::solid, CurveStyle::dashed,
                                    CurveStyle::dotted};
  for (const LossRow& row : one.rows) {
    if (chart.curves.size() + 1 >= kMostCurves) break;
    if (row.release == "taken from the largest cells") continue;
    Curve curve{row.release, {}, kStyles[chart.curves.size() % 3]};
    for (std::size_t i = 0; i < row.losses.size(); ++i)
      curve.points.push_back(
          {row.losses[i],
           static_cast<double>(i + 1) / static_cast<double>(row.losses.size())});
    chart.curves.push_back(std::move(curve));
  }
  chart.curves.push_back({"minimax, for the worst table",
                          {{one.minimax, 0}, {one.minimax, 1}},
                          CurveStyle::dashed});
  return chart;
}

}  // namespace

Result<std::vector<MadeFile>> random_dp_files(const Repetition& repetition) {
  if (repetition.runs < 2 || repetition.runs > kMostRuns)
    return wrong(
        fmt::format("--runs {} is not from 2 to {}", repetition.runs, kMostRuns));
  std::vector<ExampleLosses> all;
  for (const SparseExample& example : sparse_examples())
    all.push_back(measured_losses(example, repetition.seed, repetition.runs));
  std::vector<MadeFile> files = {
      {"losses.md", "the losses of all releases of both examples",
       markdown_of(all, repetition)},
      {"losses.csv", "the loss of every run, from the least on", csv_of(all)}};
  for (std::size_t i = 0; i < all.size(); ++i)
    files.push_back({fmt::format("losses-{}.svg", i + 1),
                     "how they are distributed: " + title_of(all[i].example),
                     curves_svg(chart_of(all[i]))});
  std::string readme = fmt::format(
      "# Random differential privacy, reproduced\n\nMade by\n\n"
      "    selvage reproduce random-dp --seed {} --runs {} --out FOLDER\n\n"
      "[HRW12] is Hall, Rinaldo, Wasserman, \"Random Differential Privacy\", 2012. No "
      "table is read.\n\n",
      repetition.seed, repetition.runs);
  for (const MadeFile& file : files)
    readme += fmt::format("- [{0}]({0}): {1}\n", file.name, file.about);
  files.insert(files.begin(), {"README.md", "this list", std::move(readme)});
  return files;
}

}  // namespace selvage
