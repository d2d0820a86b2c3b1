#include "tool/question_options.hpp"

#include <fmt/format.h>

#include "tool/output_format.hpp"

namespace selvage::tool {

std::vector<Option> question_options(const std::string& statistic) {
  const bool histogram = statistic == "histogram";
  std::vector<Option> options;
  if (histogram) {
    options.push_back({"--column", "NAME=DOMAIN",
                       "column and its public bins or keys; may be repeated", false,
                       true});
  } else if (statistic != "count") {
    options.push_back({"--column", "NAME", "the column of numbers"});
    options.push_back({"--bounds",
                       "LO:HI",
                       "public bounds; values outside count as the nearest",
                       false,
                       false,
                       {"--clipping-bounds"}});
    options.push_back(
        {"--step", "S", "what values are rounded to, as 0.01 (far finer)"});
  }
  if (!histogram)
    options.push_back({"--by",
                       "NAME=DOMAIN",
                       "one answer for each group; may be repeated",
                       false,
                       true,
                       {"--group-by"}});
  const std::vector<Option> common = {
      {"--epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3"},
      {"--delta", "NUMBER", "a small probability, as 1e-6; for ? and Gaussian noise"},
      {"--accuracy", "BOUND@CONF", "instead of --epsilon: the least that does it"},
      {"--confidence", "NUMBER", "of the error bars (0.95)"},
      {"--where", "TEST", "only rows for which it is true, as \"age >= 18\""},
      {"--person",
       "COLUMN",
       "who is a person (every row)",
       false,
       false,
       {"--privacy-unit-column", "--privacy-unit"}},
      {"--rows-per-person",
       "M",
       "at most that many rows of one person count (G or 1)",
       false,
       false,
       {"--max-rows-contributed", "--max-contributions"}},
      {"--cells-per-person",
       "G",
       "in at most that many cells (M)",
       false,
       false,
       {"--max-groups-contributed", "--max-partitions-contributed"}},
      {"--per-person", "WORD", "sum: all kept rows count; first: one in each cell"},
      {"--domain", "FILE.toml", "what is public, written once"},
      {"--noise", "WORD", "laplace or gaussian (the better one)"},
      {"--people", "N", "for plans: a guess how many there are (10000)"}};
  options.insert(options.end(), common.begin(), common.end());
  if (histogram || statistic == "count") {
    const std::vector<Option> counts = {
        {"--fewer-than", "N", "show noisy counts below N only as 'fewer than N'"},
        {"--profile", "STEPS", "instead of --epsilon: by class size, as 20:0.1,1"},
        {"--display", "WORD", "of a profile: noisy, likely or unbiased (noisy)"},
        {"--claim", "WORD", "of a profile: outlier, or sum for several cells"},
        {"--sampled", "RATE", "of a profile: also promise to who was sampled so"},
        {"--known", "N", "but for N people of whom it is known (0)"},
        {"--sampled-delta", "NUMBER", "with this delta (1e-6)"},
        {"--mechanism", "WORD", "of a profile: one of the paper's, for comparison"},
        {"--thresholds", "WORD", "of such a one: exact or paper (exact)"}};
    options.insert(options.end(), counts.begin(), counts.end());
  }
  return options;
}

Result<Request> question_request(const std::string& statistic,
                                 const Arguments& arguments) {
  return parse_request({.verb = statistic,
                        .table = arguments.operand(),
                        .columns = arguments.values("--column"),
                        .by = arguments.values("--by"),
                        .bounds = arguments.value("--bounds"),
                        .step = arguments.value("--step"),
                        .epsilon = arguments.value("--epsilon"),
                        .delta = arguments.value("--delta"),
                        .accuracy = arguments.value("--accuracy"),
                        .confidence = arguments.value("--confidence"),
                        .where = arguments.value("--where"),
                        .domain_file = arguments.value("--domain"),
                        .noise = arguments.value("--noise"),
                        .people = arguments.value("--people"),
                        .person = arguments.value("--person"),
                        .rows_per_person = arguments.value("--rows-per-person"),
                        .cells_per_person = arguments.value("--cells-per-person"),
                        .per_person = arguments.value("--per-person"),
                        .fewer_than = arguments.value("--fewer-than"),
                        .profile = arguments.value("--profile"),
                        .mechanism = arguments.value("--mechanism"),
                        .thresholds = arguments.value("--thresholds"),
                        .claim = arguments.value("--claim"),
                        .display = arguments.value("--display"),
                        .sampled = arguments.value("--sampled"),
                        .known = arguments.value("--known"),
                        .sampled_delta = arguments.value("--sampled-delta")});
}

std::string example_question(const std::string& statistic) {
  if (statistic == "histogram") return "--column salary=0:200000:10000 --epsilon 1";
  if (statistic == "count") return "--by department=? --epsilon 1 --delta 1e-6";
  return "--column salary --bounds 0:200000 --epsilon 1";
}

std::vector<Option> planned_options(const std::string& statistic) {
  std::vector<Option> options = question_options(statistic);
  options.push_back({"--format", "WORD", "table or json (table)"});
  if (statistic == "histogram" || statistic == "count")
    options.push_back({"--plot", "FILE.svg", "of a profile: a picture by class size"});
  return options;
}

Result<Planned> planned_question(const std::string& statistic,
                                 const Arguments& arguments) {
  auto format = chosen_format(arguments, {"table", "json"});
  if (!format) return format.error();
  auto request = question_request(statistic, arguments);
  if (!request) return request.error();
  auto plan = make_plan(*request);
  if (!plan) return plan.error();
  return Planned{*std::move(format), *std::move(request), *std::move(plan)};
}

}  // namespace selvage::tool
