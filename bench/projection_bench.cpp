// How long the projection of noisy counts onto histograms with a total takes. Prints
// Markdown.
#include <chrono>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "selvage/projection/projection.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

double seconds(const std::vector<std::int64_t>& noisy, Int128 total) {
  const auto start = std::chrono::steady_clock::now();
  const auto made = projected_counts(noisy, total);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  Int128 sum = 0;
  for (const std::int64_t count : made) sum += count;
  return sum == total ? took.count() : -1;  // so that nothing is left out
}

}  // namespace
}  // namespace selvage

int main() {
  using selvage::Int128;
  constexpr std::size_t kCells = 10'000'000;
  selvage::SeededSource random(20261);
  fmt::print("| 10^7 cells | total | seconds |\n|---|---|---:|\n");
  for (const std::int64_t full : {0, 50}) {
    std::vector<std::int64_t> noisy(kCells);
    random.discrete_laplace(noisy, 10);
    for (std::size_t i = 0; i < kCells; i += full == 0 ? 100 : 1)
      noisy[i] += full == 0 ? 5000 : full;
    const Int128 own = selvage::noisy_total(noisy);
    const char* name = full == 0 ? "1 in 100 has 5000 people" : "all have 50 people";
    for (const auto& [what, total] :
         {std::pair{"their own", own}, {"half of it", own / 2}, {"twice", own * 2}})
      fmt::print("| {} | {} | {:.2f} |\n", name, what, selvage::seconds(noisy, total));
  }
}
