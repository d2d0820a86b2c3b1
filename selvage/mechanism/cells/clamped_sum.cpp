#include "selvage/mechanism/cells/clamped_sum.hpp"

#include <cassert>

#include "selvage/base/every_width.hpp"

namespace selvage {
namespace {

SELVAGE_EVERY_WIDTH
void clamp(std::int64_t* numbers, std::size_t count, std::int64_t least,
           std::int64_t most) {
  for (std::size_t i = 0; i < count; ++i) {
    std::int64_t x = numbers[i];
    x = x < least ? least : x;
    numbers[i] = x > most ? most : x;
  }
}

SELVAGE_EVERY_WIDTH
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

void clamp_all(std::span<std::int64_t> numbers, std::int64_t least, std::int64_t most) {
  assert(least <= most);
  clamp(numbers.data(), numbers.size(), least, most);
}

void add_clamped(std::span<std::int64_t> numbers, std::span<const std::int64_t> noise,
                 std::int64_t most_number, std::int64_t most_sum) {
  assert(numbers.size() == noise.size() && most_number >= 0 && most_sum >= 0);
  add(numbers.data(), noise.data(), numbers.size(), most_number, most_sum);
}

}  // namespace selvage
