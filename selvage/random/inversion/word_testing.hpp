// For tests: a stream of words that we choose, one by one.
#pragma once
#include <cstdint>
#include <vector>

namespace selvage {

struct GivenWords {
  std::vector<std::uint64_t> left;
  std::uint64_t operator()() {
    const std::uint64_t first = left.at(0);
    left.erase(left.begin());
    return first;
  }
};

}  // namespace selvage
