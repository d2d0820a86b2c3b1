#include "selvage/random/bulk/threshold_table.hpp"

#include <cassert>

#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

constexpr std::size_t kMostThresholds = 4600;  // a scale of 100, or a sigma of 480

}  // namespace

bool ThresholdTable::fits(const ThresholdLaw& law) {
  return law.about_count(64) <= static_cast<double>(kMostThresholds);
}

Result<ThresholdTable> ThresholdTable::make(const ThresholdLaw& law, unsigned places) {
  assert(1 <= places && places <= 64);
  if (!fits(law)) return wrong("the law has too many values for a table of thresholds");
  const auto floors = law.floors(places);
  if (!floors)
    return Error{ErrorKind::unverified,
                 "the first binary places of the thresholds could not be told"};
  return ThresholdTable(law, places, *floors);
}

ThresholdTable::ThresholdTable(const ThresholdLaw& law, unsigned places,
                               const std::vector<std::uint64_t>& floors)
    : law_(law), spare_(64 - places) {
  for (const std::uint64_t floor : floors) bounds_.push_back(floor << spare_);
  bounds_.push_back(0);
  std::size_t size = 0;
  for (std::size_t g = guide_.size(); g-- > 0;) {
    const std::uint64_t last = ((std::uint64_t{g} + 1) << (64 - kGuideBits)) - 1;
    while (last < bounds_[size]) ++size;
    guide_[g] = static_cast<std::uint16_t>(size);
  }
}

inline std::size_t ThresholdTable::size_of(std::uint64_t word) const {
  std::size_t size = guide_[word >> (64 - kGuideBits)];
  // Most words need one step or none: without a branch, nothing is mispredicted.
  size += word < bounds_[size] ? 1 : 0;
  while (word < bounds_[size]) [[unlikely]]++ size;
  return size;
}

std::size_t ThresholdTable::find(std::span<const std::uint64_t> words,
                                 std::span<std::int64_t> sizes,
                                 std::span<std::uint32_t> unsure) const {
  assert(sizes.size() == words.size() && unsure.size() >= words.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t size = size_of(words[i]);
    sizes[i] = static_cast<std::int64_t>(size);
    if (open(words[i], size)) [[unlikely]]
      unsure[count++] = static_cast<std::uint32_t>(i);
  }
  return count;
}

std::optional<std::int64_t> ThresholdTable::find(std::uint64_t word) const {
  const std::size_t size = size_of(word);
  if (open(word, size)) return std::nullopt;
  return static_cast<std::int64_t>(size);
}

std::int64_t ThresholdTable::exact(std::uint64_t word,
                                   const std::function<std::uint64_t()>& words) const {
  PartialReal u(word >> spare_, 64 - spare_);
  for (;;) {
    if (const auto size = law_.at(u)) return *size;
    u.append(words(), 64);
  }
}

}  // namespace selvage
