#include "selvage/inversion/filtered_geometric.hpp"

#include <gtest/gtest.h>

#include "selvage/stream/keystream.hpp"

namespace selvage {
TEST(T, Speed) {
  auto words = Keystream::make();
  std::vector<std::int64_t> out(1 << 13);
  for (const auto& kernel : filter_kernels()) {
    FilteredGeometric law(FilteredGeometric::Sides::two, 1, kFilterSlack, kernel);
    for (int i = 0; i < 5; ++i) {
      auto t0 = __builtin_ia32_rdtsc();
      law.draw(out, *words);
      printf("%s %.2f\n", kernel.name, double(__builtin_ia32_rdtsc() - t0) / (1 << 13));
    }
  }
  double s = 0;
  for (auto z : out) s += double(z * z);
  printf("%f\n", s / (1 << 13));
}
}  // namespace selvage
