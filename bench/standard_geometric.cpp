#include "bench/standard_geometric.hpp"

#include <cmath>

namespace selvage::bench {

StandardGeometric::StandardGeometric(double e) : law_(-std::expm1(-e)) {}

void StandardGeometric::draw(std::span<std::int64_t> out) {
  for (auto& z : out) z = law_(twister_) - law_(twister_);
}

double StandardGeometric::random_bytes() const {
  struct Counted {
    using result_type = std::mt19937_64::result_type;
    static constexpr result_type min() { return std::mt19937_64::min(); }
    static constexpr result_type max() { return std::mt19937_64::max(); }
    result_type operator()() {
      ++served;
      return twister();
    }
    std::mt19937_64 twister;
    std::uint64_t served = 0;
  } counted;
  auto law = law_;
  constexpr int draws = 100'000;
  for (int i = 0; i < draws; ++i) law(counted);
  return 2 * 8 * static_cast<double>(counted.served) / draws;
}

void draw_twister(std::mt19937_64& twister, std::span<std::uint64_t> out) {
  for (auto& word : out) word = twister();
}

}  // namespace selvage::bench
