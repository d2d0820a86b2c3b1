// Numbers within limits, and numbers plus noise within limits, so that nothing
// overflows: post-processing of what is released. [T4]
#pragma once
#include <cstdint>
#include <span>

namespace selvage {

// numbers[i] = clamp(clamp(numbers[i], -most_number, most_number) + noise[i],
// -most_sum, most_sum). Requires as many of both, limits >= 0, and |noise| +
// most_number < 2^63.
void add_clamped(std::span<std::int64_t> numbers, std::span<const std::int64_t> noise,
                 std::int64_t most_number, std::int64_t most_sum);

// numbers[i] = clamp(numbers[i], least, most).
void clamp_all(std::span<std::int64_t> numbers, std::int64_t least, std::int64_t most);

}  // namespace selvage
