#include "selvage/mechanism/outlier/warped_law.hpp"

#include <algorithm>

#include "selvage/mechanism/outlier/warped_table.hpp"
#include "selvage/mechanism/outlier/warped_walk.hpp"
#include "selvage/random/sampling/word_draws.hpp"

namespace selvage {
namespace {

class WarpedSampler : public Law::Sampler {
 public:
  explicit WarpedSampler(const WarpedGeometric& law) : law_(law) {}

  void draw(std::span<std::int64_t> counts, WordStream& words) override {
    if (counts.size() >= kWorthATable && !table_) table_ = WarpedTable::make(law_);
    if (table_) return table_->draw(counts, words);
    WordDraws<WordStream> draws(words);
    for (auto& count : counts) count = warped_walk(draws, law_, count);
  }

 private:
  static constexpr std::size_t kWorthATable = 256;
  const WarpedGeometric& law_;
  std::optional<WarpedTable> table_;
};

}  // namespace

WarpedLaw::WarpedLaw(std::shared_ptr<const WarpedGeometric> law)
    : Law("warped_geometric " + profile_text(law->profile())), law_(std::move(law)) {}

std::unique_ptr<Law::Sampler> WarpedLaw::sampler() const {
  return std::make_unique<WarpedSampler>(*law_);
}

// Nothing rises into counts that are not protected, and there nothing moves.
WarpedLaw::Outputs WarpedLaw::outputs(std::int64_t count) const {
  const std::int64_t start = std::max(count, law_->least());
  const std::int64_t knee = law_->knee();
  if (law_->n(knee + 1) > 0) return {start, law_->least(), std::nullopt};
  if (start > knee) return {start, start, start};
  return {start, law_->least(), knee};
}

WarpedLaw::Sides WarpedLaw::sides(const Outputs& all, std::uint64_t covered) {
  if (covered == 0) return {0, 0};
  const auto [start, least, most] = all;
  const auto others = static_cast<std::int64_t>(covered) - 1;
  std::int64_t below = std::min(others / 2, start - least);
  std::int64_t above = others - below;
  if (most && above > *most - start) {
    above = *most - start;
    below = others - above;
  }
  return {above, below};
}

std::optional<std::uint64_t> WarpedLaw::size(std::int64_t count) const {
  const auto [start, least, most] = outputs(count);
  if (!most) return std::nullopt;
  return static_cast<std::uint64_t>(*most - least) + 1;
}

std::int64_t WarpedLaw::value(std::int64_t count, std::uint64_t index) const {
  const Outputs all = outputs(count);
  const Sides before = sides(all, index), now = sides(all, index + 1);
  return now.above > before.above ? all.start + now.above : all.start - now.below;
}

// a_j times q_i for each step between: a power for each stretch.
Weight WarpedLaw::weight(std::int64_t count, std::uint64_t index) const {
  const std::int64_t k = outputs(count).start, j = value(count, index);
  Weight weight{law_->a(j), 0, {}};
  const std::int64_t low = std::min(j, k) + 1, high = std::max(j, k);
  for (const auto& stretch : law_->stretches()) {
    const std::int64_t first = std::max(low, stretch.first);
    const std::int64_t last = std::min(high, stretch.last.value_or(high));
    if (first <= last)
      weight.constants[{Constant::Kind::fraction, law_->q(stretch.first)}] +=
          static_cast<int>(last - first + 1);
  }
  return weight;
}

Interval WarpedLaw::rest(std::int64_t count, std::uint64_t covered) const {
  if (covered == 0) return Interval(1);
  const Outputs all = outputs(count);
  const Sides taken = sides(all, covered);
  return law_->at_least(all.start, all.start + taken.above + 1) +
         law_->at_most(all.start, all.start - taken.below - 1);
}

}  // namespace selvage
