#include "selvage/mechanism/bound_free/radius_law.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "selvage/random/inversion/partial_real.hpp"

namespace selvage {
namespace {

constexpr unsigned kFirstPlaces = 192;
constexpr unsigned kMorePlaces = 64;

}  // namespace

std::vector<std::int64_t> radius_scores(const std::vector<std::int64_t>& counts,
                                        std::int64_t target) {
  assert(counts.size() >= 2);
  std::vector<std::int64_t> scores;
  for (std::size_t i = 1; i < counts.size(); ++i)
    scores.push_back(
        std::max<std::int64_t>({0, counts[i] - target, target - counts[i - 1]}));
  return scores;
}

// A uniform real decides, as in a quantile; one that is not decided gets more places.
// [T92]
class RadiusLaw::Drawing : public Law::Sampler {
 public:
  explicit Drawing(const RadiusLaw& law)
      : law_(law), bounds_(law.segments_, kFirstPlaces) {}

  void draw(std::span<std::int64_t> in_out, WordStream& words) override {
    for (auto& j : in_out) {
      const Uint128 high = Uint128{words()} << 64;
      PartialReal u(high | words(), 128);
      u.append(words(), kFirstPlaces - 128);
      auto found = bounds_.at(u);
      while (!found) {
        u.append(words(), kMorePlaces);
        found = CellBounds(law_.segments_, u.places()).at(u);
      }
      j = static_cast<std::int64_t>(*found);
    }
  }

 private:
  const RadiusLaw& law_;
  CellBounds bounds_;
};

RadiusLaw::RadiusLaw(const std::vector<std::int64_t>& scores, const Rational& slope)
    : Law(fmt::format("radius {} {}", slope.text(), fmt::join(scores, ","))) {
  assert(!scores.empty() && scores.size() <= 128 && slope.sign() > 0);
  Interval sum(0);
  std::vector<double> logs;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    const Rational penalty = slope * scores[j];
    segments_.push_back({Uint128{1} << (scores.size() - 1 - j), penalty});
    sum = sum + Interval(to_rational(segments_.back().mass)) * exp(-penalty);
    logs.push_back(-static_cast<double>(j) * std::log(2) - penalty.to_double());
  }
  const Interval inverse = Interval(1) / sum;
  least_ = inverse.lower();
  most_ = inverse.upper();
  order_.resize(scores.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::stable_sort(order_.begin(), order_.end(), [&](std::int64_t a, std::int64_t b) {
    return logs[static_cast<std::size_t>(a)] > logs[static_cast<std::size_t>(b)];
  });
  rest_.resize(order_.size() + 1);
  for (std::size_t i = order_.size(); i-- > 0;)
    rest_[i] = rest_[i + 1] + weight(0, i).value();
}

std::unique_ptr<Law::Sampler> RadiusLaw::sampler() const {
  return std::make_unique<Drawing>(*this);
}

std::optional<std::uint64_t> RadiusLaw::size(std::int64_t) const {
  return order_.size();
}

std::int64_t RadiusLaw::value(std::int64_t, std::uint64_t index) const {
  return order_[index];
}

Weight RadiusLaw::weight(std::int64_t, std::uint64_t index) const {
  const WeighedSegment& segment = segments_[static_cast<std::size_t>(order_[index])];
  return {to_rational(segment.mass),
          segment.penalty,
          {{{Constant::Kind::between, least_, most_}, 1}}};
}

Interval RadiusLaw::rest(std::int64_t, std::uint64_t count) const {
  return rest_[count];
}

}  // namespace selvage
