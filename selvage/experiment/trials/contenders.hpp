// What is compared: the statistics of a column of which nothing is known, as the verbs
// of the program publish them, and as its rivals do. The program's own go the way of a
// question, through the verb, its plan and its run; only the rows come from memory.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "selvage/base/rational.hpp"
#include "selvage/base/result.hpp"
#include "selvage/experiment/trials/sampled_law.hpp"

namespace selvage {

class RandomSource;

enum class TrialStatistic { median, high, mean, maximum, spread, trimmed };
// Those of columns of which nothing is known: the first four.
const std::vector<TrialStatistic>& all_statistics();
const char* name_of(TrialStatistic statistic);  // "median", "0.9 quantile", ...

struct SampledRows {
  explicit SampledRows(std::vector<double> rising);
  std::vector<double> values;
  std::vector<std::int64_t> codes;  // the nearest millionths, for rivals
};

// None where there is no answer.
using Publish =
    std::function<std::optional<double>(const SampledRows& rows, RandomSource& random)>;

struct Contender {
  std::string name;
  Publish publish;
  bool needs_bounds = false;  // that nobody may take from the table
};

// The first is the sample itself, which is not private, the second the program's own
// with what it takes where nothing is said. Refuses what they refuse.
Result<std::vector<Contender>> contenders(TrialStatistic statistic,
                                          const SampledLaw& law,
                                          const Rational& epsilon);

// Of medians, interquartile ranges and trimmed means: as the robust-statistics paper
// has them, with its own thresholds and repaired, as the program has them, and rivals.
// The number of rows is public for the paper's. The first is the sample again, and
// "selvage" is what the program takes where nothing is said.
Result<std::vector<Contender>> robust_contenders(TrialStatistic statistic,
                                                 const SampledLaw& law,
                                                 std::int64_t rows,
                                                 const Rational& epsilon);

// What the paper's thresholds give away of these, by the rule for them.
Result<Rational> delta_of_paper(TrialStatistic statistic, std::int64_t rows,
                                const Rational& epsilon);

// How far an answer is off: from what is true of the law; of a maximum, how many rows
// lie above it. Infinite where there is none.
double error_of(TrialStatistic statistic, const SampledLaw& law,
                const SampledRows& rows, const std::optional<double>& answer);

// There is an answer, and it is no number between the least and the greatest row.
bool is_outside(const SampledRows& rows, const std::optional<double>& answer);

}  // namespace selvage
