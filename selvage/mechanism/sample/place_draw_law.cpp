#include "selvage/mechanism/sample/place_draw_law.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "selvage/random/sampling/word_draws.hpp"

namespace selvage {

class PlaceDrawLaw::Drawing : public Law::Sampler {
 public:
  explicit Drawing(const PlaceDrawLaw& law) : law_(law) {}

  void draw(std::span<std::int64_t> in_out, WordStream& words) override {
    WordDraws<WordStream> draws(words);
    for (auto& place : in_out) {
      const auto at =
          static_cast<std::int64_t>(draws.below(static_cast<Uint128>(law_.total())));
      const auto next = std::upper_bound(
          law_.bars_.begin(), law_.bars_.end(), at,
          [](std::int64_t value, const Bar& bar) { return value < bar.before; });
      place = std::prev(next)->place;
    }
  }

 private:
  const PlaceDrawLaw& law_;
};

PlaceDrawLaw::PlaceDrawLaw(const std::vector<std::int64_t>& masses)
    // No two laws that are there at one time are the same: each has its own table.
    : Law(fmt::format("place {}", fmt::ptr(this))) {
  for (std::size_t place = 0; place < masses.size(); ++place)
    if (masses[place] > 0)
      bars_.push_back({static_cast<std::int64_t>(place), masses[place], 0});
  assert(!bars_.empty());
  std::stable_sort(bars_.begin(), bars_.end(),
                   [](const Bar& a, const Bar& b) { return a.mass > b.mass; });
  for (std::size_t i = 1; i < bars_.size(); ++i)
    bars_[i].before = bars_[i - 1].before + bars_[i - 1].mass;
}

std::unique_ptr<Law::Sampler> PlaceDrawLaw::sampler() const {
  return std::make_unique<Drawing>(*this);
}

std::optional<std::uint64_t> PlaceDrawLaw::size(std::int64_t) const {
  return bars_.size();
}

std::int64_t PlaceDrawLaw::value(std::int64_t, std::uint64_t index) const {
  return bars_[index].place;
}

Weight PlaceDrawLaw::weight(std::int64_t, std::uint64_t index) const {
  return {Rational(bars_[index].mass) / total(), 0, {}};
}

Interval PlaceDrawLaw::rest(std::int64_t, std::uint64_t count) const {
  if (count >= bars_.size()) return Interval(0);
  return Interval(Rational(total() - bars_[count].before) / total());
}

}  // namespace selvage
