#include "selvage/experiment/outlier_privacy.hpp"

#include <fmt/format.h>

#include "selvage/experiment/privacy_curves.hpp"
#include "selvage/experiment/profile_curves.hpp"
#include "selvage/experiment/salary_report.hpp"
#include "selvage/experiment/shapes_report.hpp"
#include "selvage/experiment/written_table.hpp"

namespace selvage {
namespace {

constexpr const char* kStairs = "5:0.1,20:0.25,50:0.5,1";

// One line a point.
void add_points(const std::string& profile, const CurveChart& chart,
                WrittenTable& table) {
  for (const Curve& curve : chart.curves)
    for (const CurvePoint& point : curve.points)
      table.rows.push_back({profile, curve.name, fmt::format("{:.10g}", point.x),
                            fmt::format("{:.10g}", point.y)});
}

std::string readme(const std::vector<MadeFile>& files, const Repetition& repetition) {
  std::string text = fmt::format(
      "# Outlier privacy, reproduced\n\n"
      "Made by\n\n"
      "    selvage reproduce outlier-privacy --seed {} --runs {} --out FOLDER\n\n"
      "Every number is computed by the program: by formulas with certified bounds, and "
      "where it says\n*simulated* by the samplers that make releases, on a stream that "
      "the seed repeats. No table is\nread. [LP15] is Lui, Pass, \"Outlier Privacy\", "
      "TCC 2015; W is the program's own mechanism.\n\n",
      repetition.seed, repetition.runs);
  for (const MadeFile& file : files)
    text += fmt::format("- [{0}]({0}): {1}\n", file.name, file.about);
  return text;
}

}  // namespace

Result<std::vector<MadeFile>> outlier_privacy_files(const Repetition& repetition) {
  const Company company;
  const auto profile = company.profile();
  const std::string profile_name = profile_text(profile);
  const auto stairs = parse_profile(kStairs);
  if (!stairs) return stairs.error();
  std::vector<MadeFile> files;

  const auto salaries = salary_table(company, repetition);
  if (!salaries) return salaries.error();
  files.push_back(
      {"salary.md",
       "the paper's company: each mechanism's protection of the managers as "
       "a group, and its error",
       salary_markdown(company, repetition, *salaries)});
  files.push_back({"salary.csv", "its numbers", salary_csv(*salaries)});

  WrittenTable errors{{"profile", "mechanism", "people", "mean_absolute_error"}, {}};
  for (const auto& [steps, name, file] :
       {std::tuple(&profile, profile_name, "error.svg"),
        std::tuple(&*stairs, std::string(kStairs), "error-staircase.svg")}) {
    const CurveChart chart = error_chart(*steps, company.delta);
    add_points(name, chart, errors);
    files.push_back(
        {file,
         fmt::format("the error of a count by the people in its cell, profile {}",
                     name),
         curves_svg(chart)});
  }
  files.push_back({"error.csv", "the points of these two", csv(errors)});

  const auto audit = privacy_chart(profile, company.delta);
  if (!audit) return audit.error();
  WrittenTable audits{{"profile", "mechanism", "people", "epsilon"}, {}};
  add_points(profile_name, *audit, audits);
  files.push_back({"audit.svg",
                   "promised and exact epsilon by the people in the class; noise of "
                   "each count's own epsilon breaks the promise",
                   curves_svg(*audit)});
  files.push_back({"audit.csv", "its points", csv(audits)});

  const auto group = group_chart(company);
  if (!group) return group.error();
  WrittenTable deltas{{"profile", "mechanism", "epsilon", "delta"}, {}};
  add_points(profile_name, *group, deltas);
  files.push_back(
      {"delta.svg",
       fmt::format("delta by epsilon for all {} managers together", company.managers),
       curves_svg(*group)});
  files.push_back({"delta.csv", "its points", csv(deltas)});

  const auto shapes = measured_shapes();
  if (!shapes) return shapes.error();
  files.push_back({"shapes.md",
                   "what profiles do to few large cells, to many small ones and to a "
                   "long tail, and where they stop being useful",
                   shapes_markdown(*shapes)});
  files.push_back({"shapes.csv", "its numbers", shapes_csv(*shapes)});

  files.insert(files.begin(),
               MadeFile{"README.md", "this list", readme(files, repetition)});
  return files;
}

}  // namespace selvage
