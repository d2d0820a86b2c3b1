// A mechanism with checked parameters, before any data, as a value: what it promises,
// how accurate it is, and how to run it. All that the other rooms see of a mechanism.
#pragma once
#include <functional>
#include <span>

#include "selvage/guarantee/accuracy.hpp"
#include "selvage/guarantee/derivation.hpp"
#include "selvage/noise/random_source.hpp"
#include "selvage/summary/reader.hpp"

namespace selvage {

// Noisy counts, one for every cell of the domain. A negative count is noise.
struct CellsAnswer {
  Domain domain;
  std::vector<std::int64_t> counts;
};

struct Plan {
  std::string mechanism;                                        // its name
  std::vector<std::pair<std::string, std::string>> parameters;  // name, exact text
  Domain domain;
  std::int64_t rows_per_person = 1;
  std::vector<Derivation> derivations;  // one for every guarantee
  std::vector<Accuracy> accuracy;
  ErrorStatement error;  // of one cell

  // The shipped loop over the cells, in place. The same code answers and is verified;
  // cells are independent, so one cell's law is the law of all. Cannot fail.
  std::function<void(std::span<std::int64_t> counts, RandomSource& random)> add_noise;
};

// Reads the cells and adds the noise. Fails only where the reader does.
Result<CellsAnswer> run(const Plan& plan, Reader& reader, RandomSource& random);

}  // namespace selvage
