// Columns that are drawn from known laws, so that errors can be measured against what
// is true of the law and not of one sample. They lie at 37.3, since the prior of
// quantiles prefers whole numbers, and at 0 an answer would be too good.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace selvage {

class SeededWords;

struct SampledLaw {
  std::string name;           // "normal"
  std::string about;          // "37.3 + N(0, 1)"
  double median, high, mean;  // `high` is the 0.9 quantile; a Cauchy law has its centre
  std::int64_t lower, upper;  // bounds that somebody might know
  double (*draw)(SeededWords& words);
  // The distance of the quartiles, and the mean without the lowest and the highest 5 %,
  // of the first five laws.
  double spread = 0, trimmed = 0;
};

// Normal, lognormal, Cauchy, Laplace, uniform, t(3), Poisson, and money, of which 30 %
// is 0.
const std::vector<SampledLaw>& sampled_laws();

// So many draws, rising.
std::vector<double> sampled_rows(const SampledLaw& law, std::int64_t rows,
                                 std::uint64_t seed);

}  // namespace selvage
