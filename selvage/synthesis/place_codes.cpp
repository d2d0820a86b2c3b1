#include "selvage/synthesis/place_codes.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

constexpr int kMostDecimals = 18;
constexpr std::int64_t kDay = 86'400'000'000;                // microseconds
constexpr std::int64_t kMostCode = 999'999'999'999'999'999;  // 18 digits

Rational power_of_ten(int exponent) {
  Rational power = 1;
  for (int i = 0; i < exponent; ++i) power = power * 10;
  return power;
}

// How many decimals a number has; kMostDecimals where it has no end.
int decimals_of(const Rational& number) {
  int decimals = 0;
  for (Rational x = number; !x.is_integer() && decimals < kMostDecimals; ++decimals)
    x = x * 10;
  return decimals;
}

// All ends are lo, lo + step, lo + 2 step, ... and hi.
int usual_decimals(const NumericBins& bins) {
  int most = 0;
  for (const std::size_t edge : {std::size_t{0}, std::size_t{1}, bins.bins()})
    most = std::max(most, decimals_of(bins.edge(edge)));
  if (most == 0) return 0;
  return std::min(most + 2, 9);
}

// One range a place: below, the bins, above, missing. `begin` are the first codes of
// the bins, and the first above them.
std::vector<CodeRange> ranges_of(const std::vector<std::int64_t>& begin) {
  std::vector<CodeRange> ranges;
  ranges.reserve(begin.size() + 2);
  ranges.push_back({begin.front() - 1, begin.front() - 1});
  for (std::size_t i = 0; i + 1 < begin.size(); ++i)
    ranges.push_back({begin[i], begin[i + 1] - 1});
  ranges.push_back({begin.back(), begin.back()});
  ranges.push_back({kNoCode, kNoCode});
  return ranges;
}

Result<PlaceCodes> numbers_of(const DomainColumn& column, const NumericBins& bins,
                              std::optional<int> asked) {
  const int decimals = asked.value_or(usual_decimals(bins));
  const Rational scale = power_of_ten(decimals);
  std::vector<std::int64_t> begin;
  begin.reserve(bins.bins() + 1);
  for (std::size_t i = 0; i <= bins.bins(); ++i) {
    const auto code = (bins.edge(i) * scale).ceil().to_int64();
    if (!code || *code > kMostCode || *code - 1 < -kMostCode)
      return wrong_field("decimals", fmt::format("`decimals` {} of '{}' need more than "
                                                 "18 digits; take fewer",
                                                 decimals, column.name));
    if (i > 0 && *code == begin.back())
      return wrong_field("decimals",
                         fmt::format("`decimals` {} of '{}' leave the bin {} without a "
                                     "number; take more",
                                     decimals, column.name, bins.label(i)));
    begin.push_back(*code);
  }
  return PlaceCodes{{column.name, CodedKind::number, decimals}, ranges_of(begin)};
}

PlaceCodes moments_of(const DomainColumn& column, const CalendarBins& bins) {
  const auto is_midnight = [](Timestamp moment) {
    return moment.microseconds % kDay == 0;
  };
  // Steps are equal, or months, which begin at midnight if one of them does.
  const bool dates = is_midnight(bins.edge(0)) && is_midnight(bins.edge(1));
  std::vector<std::int64_t> begin;
  begin.reserve(bins.bins() + 1);
  for (std::size_t i = 0; i <= bins.bins(); ++i)
    begin.push_back(bins.edge(i).microseconds / (dates ? kDay : 1));
  return {{column.name, dates ? CodedKind::date : CodedKind::moment}, ranges_of(begin)};
}

PlaceCodes texts_of(const DomainColumn& column, const KeyList& keys) {
  PlaceCodes codes{{column.name, CodedKind::text}, {}};
  for (std::size_t place = 0; place <= keys.other(); ++place) {
    const auto code = static_cast<std::int64_t>(place);
    codes.column.texts.push_back(keys.label(place));
    codes.places.push_back({code, code});
  }
  codes.places.push_back({kNoCode, kNoCode});
  return codes;
}

}  // namespace

Result<PlaceCodes> place_codes(const DomainColumn& column,
                               std::optional<int> decimals) {
  auto codes = [&]() -> Result<PlaceCodes> {
    if (const auto* bins = std::get_if<NumericBins>(&column.values))
      return numbers_of(column, *bins, decimals);
    if (const auto* bins = std::get_if<CalendarBins>(&column.values))
      return moments_of(column, *bins);
    return texts_of(column, std::get<KeyList>(column.values));
  }();
  // `missing` is the last place, where it is one.
  if (codes) codes->places.resize(column.places());
  return codes;
}

}  // namespace selvage
