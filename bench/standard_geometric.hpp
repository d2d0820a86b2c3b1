// The usual way in C++: the difference of two geometric draws of the standard library.
// Floating point decides, and 312 outputs of the twister tell all others: neither exact
// nor secure.
#pragma once
#include <cstdint>
#include <random>
#include <span>

namespace selvage::bench {

class StandardGeometric {
 public:
  explicit StandardGeometric(double e);
  void draw(std::span<std::int64_t> out);
  double random_bytes() const;  // a difference

 private:
  std::geometric_distribution<std::int64_t> law_;
  std::mt19937_64 twister_{std::random_device{}()};
};

void draw_twister(std::mt19937_64& twister, std::span<std::uint64_t> out);

}  // namespace selvage::bench
