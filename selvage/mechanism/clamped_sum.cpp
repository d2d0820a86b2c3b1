#include "selvage/mechanism/clamped_sum.hpp"

#include <cassert>

namespace selvage {
namespace {

// Whole numbers only: every version gives the same sums, the wider ones sooner.
#if defined(__x86_64__)
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
void add(std::int64_t* numbers, const std::int64_t* noise, std::size_t count,
         std::int64_t most_number, std::int64_t most_sum) {
  for (std::size_t i = 0; i < count; ++i) {
    std::int64_t x = numbers[i];
    x = x < -most_number ? -most_number : x;
    x = x > most_number ? most_number : x;
    x += noise[i];
    x = x < -most_sum ? -most_sum : x;
    x = x > most_sum ? most_sum : x;
    numbers[i] = x;
  }
}

}  // namespace

void add_clamped(std::span<std::int64_t> numbers, std::span<const std::int64_t> noise,
                 std::int64_t most_number, std::int64_t most_sum) {
  assert(numbers.size() == noise.size() && most_number >= 0 && most_sum >= 0);
  add(numbers.data(), noise.data(), numbers.size(), most_number, most_sum);
}

}  // namespace selvage
