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

enum class TrialStatistic { median, high, mean, maximum };
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

// How far an answer is off: from what is true of the law; of a maximum, how many rows
// lie above it. Infinite where there is none.
double error_of(TrialStatistic statistic, const SampledLaw& law,
                const SampledRows& rows, const std::optional<double>& answer);

// There is an answer, and it is no number between the least and the greatest row.
bool is_outside(const SampledRows& rows, const std::optional<double>& answer);

}  // namespace selvage
