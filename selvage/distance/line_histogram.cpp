#include "selvage/distance/line_histogram.hpp"

#include <algorithm>

#include "selvage/distance/masses.hpp"

namespace selvage {

std::optional<LineHistogram> line_histogram(std::vector<LineBar> bars) {
  const auto by_place = [](const LineBar& a, const LineBar& b) {
    return a.place < b.place;
  };
  if (!std::is_sorted(bars.begin(), bars.end(), by_place))
    std::stable_sort(bars.begin(), bars.end(), by_place);
  LineHistogram histogram;
  histogram.reserve(bars.size());
  std::int64_t size = 0;
  for (const auto& [place, count] : bars) {
    if (count < 0 || count > kMostItems - size || place < -kFarthestPlace ||
        place > kFarthestPlace)
      return std::nullopt;
    size += count;
    if (count == 0) continue;
    if (!histogram.empty() && histogram.back().place == place)
      histogram.back().count += count;
    else
      histogram.push_back({place, count});
  }
  return histogram;
}

std::int64_t size_of(const LineHistogram& histogram) {
  std::int64_t size = 0;
  for (const LineBar& bar : histogram) size += bar.count;
  return size;
}

}  // namespace selvage
