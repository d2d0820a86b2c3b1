#include "selvage/mechanism/cells/batch_probe.hpp"

#include <algorithm>

#include "selvage/outcome/answering_source.hpp"
#include "selvage/random/law.hpp"

namespace selvage {
namespace {

constexpr std::size_t kMostCells = 4096;

std::vector<std::int64_t> counts_of_all_sizes() {
  std::vector<std::int64_t> counts;
  for (std::int64_t count = 0; count <= 1024; ++count) counts.push_back(count);
  for (int k = 11; k <= 59; ++k)
    for (const std::int64_t near : {-1, 0, 1})
      counts.push_back((std::int64_t{1} << k) + near);
  return counts;
}

// Counts draws of another noise than the planned one as wrong.
class PlannedProbe : public AnsweringSource {
 public:
  explicit PlannedProbe(const CellNoise& noise)
      : added_(noise.added()), law_(noise.drawn_law()) {}
  virtual std::int64_t answer(std::size_t i) const = 0;
  bool drew_exactly(std::size_t wanted) const {
    return draws() == wanted && jumps() + others() == 0 && as_planned_;
  }

 private:
  std::int64_t answer(std::size_t before, std::size_t i) const override {
    return answer(before + i);
  }
  void asked_for(bool laplace, const Rational& parameter) override {
    const auto* scale = std::get_if<LaplaceNoise>(added_);
    const auto* variance = std::get_if<GaussianNoise>(added_);
    if (laplace ? scale == nullptr || scale->scale != parameter
                : variance == nullptr || variance->variance != parameter)
      as_planned_ = false;
  }
  void asked_for_law(const Law& law) override {
    if (law_ == nullptr || !(*law_ == law)) as_planned_ = false;
  }
  const Noise* added_;  // nullptr: no draw of a name of its own is planned
  std::shared_ptr<const Law> law_;
  bool as_planned_ = true;
};

// Numbers that tell i: a mix of bits, in +-2^40.
class MixedProbe : public PlannedProbe {
 public:
  MixedProbe(const CellNoise& noise, std::uint64_t salt)
      : PlannedProbe(noise), salt_(salt) {}
  std::int64_t answer(std::size_t i) const override {
    std::uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u + salt_;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    return static_cast<std::int64_t>(x >> 23) - (std::int64_t{1} << 40);
  }

 private:
  std::uint64_t salt_;
};

// One number after the other.
class CountingProbe : public PlannedProbe {
 public:
  CountingProbe(const CellNoise& noise, std::int64_t first)
      : PlannedProbe(noise), first_(first) {}
  std::int64_t answer(std::size_t i) const override {
    return first_ + static_cast<std::int64_t>(i);
  }

 private:
  std::int64_t first_;
};

}  // namespace

std::size_t cells_tried_at_once(std::uint64_t cells) {
  return std::max<std::size_t>(counts_of_all_sizes().size(),
                               std::min<std::uint64_t>(cells, kMostCells));
}

bool every_cell_has_its_own_draw(const PlannedNumber& number, std::uint64_t all) {
  const std::vector<std::int64_t> sizes = counts_of_all_sizes();
  const std::size_t cells = cells_tried_at_once(all);
  for (const std::uint64_t salt : {std::uint64_t{1}, std::uint64_t{2}}) {
    std::vector<std::int64_t> numbers(cells);
    for (std::size_t i = 0; i < cells; ++i)
      numbers[i] = sizes[(i * 7 + salt) % sizes.size()];
    std::vector<std::int64_t> out = numbers;
    MixedProbe probe(*number.noise, salt);
    number.add_noise(out, probe);
    if (!probe.drew_exactly(cells)) return false;
    for (std::size_t i = 0; i < cells; ++i)
      if (out[i] != numbers[i] + probe.answer(i)) return false;
  }
  return true;
}

bool adds_every_draw(const PlannedNumber& number, std::int64_t value,
                     std::int64_t radius) {
  constexpr std::int64_t kCellsAtOnce = 1 << 16;
  std::vector<std::int64_t> out;
  for (std::int64_t first = -radius; first <= radius; first += kCellsAtOnce) {
    const auto cells =
        static_cast<std::size_t>(std::min(kCellsAtOnce, radius - first + 1));
    out.assign(cells, value);
    CountingProbe probe(*number.noise, first);
    number.add_noise(out, probe);
    if (!probe.drew_exactly(cells)) return false;
    for (std::size_t i = 0; i < cells; ++i)
      if (out[i] != value + first + static_cast<std::int64_t>(i)) return false;
  }
  return true;
}

}  // namespace selvage
