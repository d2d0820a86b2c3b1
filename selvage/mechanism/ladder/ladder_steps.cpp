#include "selvage/mechanism/ladder/ladder_steps.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kParts = LadderSteps::kParts;

// Of a step above 0.
int width_bits(std::int64_t step) {
  return step < 2 * kParts ? 0 : static_cast<int>(step / kParts - 1);
}

std::int64_t first_above(std::int64_t step) {
  return step < kParts ? step : (kParts + step % kParts) << width_bits(step);
}

std::int64_t last_above(std::int64_t step) {
  return first_above(step) + (std::int64_t{1} << width_bits(step)) - 1;
}

}  // namespace

std::int64_t LadderSteps::smallest(std::int64_t step) {
  return step < 0 ? -last_above(-step) : first_above(step);
}

std::int64_t LadderSteps::largest(std::int64_t step) {
  return step < 0 ? -first_above(-step) : last_above(step);
}

}  // namespace selvage
