// The algorithms of the reference samplers [CKS20], hence exact, with words bought many
// at a time, integers of 64 bits and no division that can be avoided.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "selvage/random/stream/keystream.hpp"

namespace selvage::bench {

class TunedDraws {
 public:
  explicit TunedDraws(Keystream& words) : words_(words) {}
  std::uint64_t word();
  std::uint64_t below(std::uint64_t n);
  // True with probability exp(-a/n). Requires n < 2^50.
  bool exp_minus(std::uint64_t a, std::uint64_t n);
  bool exp_minus_at_most_one(std::uint64_t a, std::uint64_t n);  // a <= n
  std::uint64_t words_used() const { return used_; }

 private:
  Keystream& words_;
  std::array<std::uint64_t, 1024> bought_{};
  std::size_t at_ = bought_.size();
  std::uint64_t used_ = 0;
};

class TunedLaplace {
 public:
  // Of scale t/s. Requires 1 <= s, t < 2^50.
  TunedLaplace(std::uint64_t t, std::uint64_t s, Keystream& words)
      : t_(t), s_(s), draws_(words) {}
  void draw(std::span<std::int64_t> out);
  std::int64_t draw_one();
  TunedDraws& draws() { return draws_; }
  std::uint64_t words_used() const { return draws_.words_used(); }

 private:
  std::uint64_t t_, s_;
  TunedDraws draws_;
};

class TunedGaussian {
 public:
  // Requires 1 <= sigma <= 1000.
  TunedGaussian(std::uint64_t sigma, Keystream& words)
      : t_(sigma + 1), variance_(sigma * sigma), laplace_(t_, 1, words) {}
  void draw(std::span<std::int64_t> out);
  std::uint64_t words_used() const { return laplace_.words_used(); }

 private:
  std::uint64_t t_, variance_;
  TunedLaplace laplace_;
};

}  // namespace selvage::bench
