#include "selvage/mechanism/regression/block_draws.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>

#include "selvage/guarantee/laplace_sum_tail.hpp"
#include "selvage/mechanism/quantile/quantile_law.hpp"
#include "selvage/outcome/whole_divergence.hpp"

namespace selvage {
namespace {

using Codes = std::vector<std::int64_t>;

// What stands in blocks: few values and many, far apart and shared.
std::vector<Codes> lists_of(Effort effort, std::int64_t most) {
  std::vector<Codes> lists = {{-most, 1, 2, 2, most}, {0, 0, 0, 0}};
  if (effort == Effort::before_release) return lists;
  lists.push_back({-20, -3, 5, 5, 9, 14, 31});
  lists.push_back({most, most, most});
  lists.emplace_back(40, 7);
  lists.emplace_back();
  for (std::int64_t i = 0; i < 30; ++i) lists.back().push_back(i - 10);
  return lists;
}

}  // namespace

// Each is uniform, and independent of the others: three digits of one draw are. With
// one_part = floor((2^64 - 1) / blocks) the product is below word / blocks by less than
// 1, so the quotient is at most one too small.
void draw_blocks(std::span<std::uint64_t> out, std::uint64_t blocks,
                 RandomSource& random) {
  constexpr std::size_t kDigits = 3;
  assert(blocks < 1 << 20);
  if (out.size() < kDigits) return random.uniform_below(out, blocks);
  std::vector<std::uint64_t> drawn((out.size() + kDigits - 1) / kDigits);
  random.uniform_below(drawn, blocks * blocks * blocks);
  const std::uint64_t one_part = std::numeric_limits<std::uint64_t>::max() / blocks;
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::uint64_t& word = drawn[i / kDigits];
    auto quotient = static_cast<std::uint64_t>(Uint128{word} * one_part >> 64);
    std::uint64_t rest = word - quotient * blocks;
    if (rest >= blocks) {
      rest -= blocks;
      ++quotient;
    }
    out[i] = rest;
    word = quotient;
  }
}

BlockKey draw_block_key(std::uint64_t keys, RandomSource& random) {
  BlockKey key;
  std::array<std::uint64_t, 2> halves;
  static_assert(sizeof halves == sizeof key);
  random.uniform_below(halves, keys);
  std::memcpy(key.data(), halves.data(), sizeof key);
  return key;
}

QuantileTerms median_terms(const Rational& slope, const CodeScale& scale) {
  return {{1, 2}, {slope, slope}, UniversalPrior(scale)};
}

std::int64_t draw_block_median(const QuantileTerms& terms, Codes codes,
                               RandomSource& random) {
  std::sort(codes.begin(), codes.end());
  const auto rows = std::ssize(codes);
  const RankWindow all{.rows = rows, .below = 0, .codes = std::move(codes)};
  std::int64_t drawn = 0;
  random.draw(std::span(&drawn, 1), std::make_shared<const QuantileLaw>(terms, all));
  return drawn;
}

Estimate shown_count(std::int64_t count, std::int64_t most, const Rational& scale,
                     const Rational& confidence) {
  const std::int64_t bound = laplace_size_bound(scale, 1, Rational(1) - confidence);
  const auto within = [&](std::int64_t x) {
    return std::clamp<std::int64_t>(x, 0, most);
  };
  return {within(count), within(count - bound), within(count + bound)};
}

std::vector<NeighbourPair> median_pairs(const std::string& number,
                                        const QuantileTerms& terms,
                                        const Rational& epsilon, Effort effort) {
  const std::int64_t most = terms.prior.codes().most();
  const auto run_on = [terms](const Codes& codes) {
    return [terms, codes](RandomSource& random) {
      return Drawn{{0}, {}, {{draw_block_median(terms, codes, random)}}};
    };
  };
  std::vector<NeighbourPair> pairs;
  for (const Codes& list : lists_of(effort, most))
    for (const std::int64_t code : {-most, std::int64_t{0}, most}) {
      Codes other = list;
      other[list.size() / 2] = code;
      pairs.push_back({.number = number,
                       .people = std::ssize(list),
                       .removed = 1,
                       .with = run_on(other),
                       .without = run_on(list),
                       .epsilon = epsilon,
                       .delta = 0,
                       .exact_delta = [with = run_on(other),
                                       without = run_on(list)](const Rational& at) {
                         return whole_divergence(with, without, at);
                       }});
    }
  return pairs;
}

}  // namespace selvage
