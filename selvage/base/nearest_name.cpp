#include "selvage/base/nearest_name.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace selvage {
namespace {

constexpr std::size_t kLongest = 200;  // a longer name is not compared

std::size_t edit_distance(const std::string& a, const std::string& b) {
  const auto same = [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  };
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::optional<std::string> nearest_name(const std::vector<std::string>& names,
                                        const std::string& word) {
  std::optional<std::string> nearest;
  std::size_t least = std::max<std::size_t>(word.size() / 3, 1) + 1;
  if (word.size() > kLongest) return nearest;
  for (const std::string& name : names) {
    if (name.size() > kLongest) continue;
    const std::size_t distance = edit_distance(name, word);
    if (distance >= least) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

}  // namespace selvage
