#include "selvage/mechanism/extremes/tail_bins.hpp"

#include <cassert>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kAlone = 16;  // codes below this in size have bins of their own

// Of a bin from 16 on: 16 (e-4) + m with 16 <= m < 32 begins at m 2^(e-4).
Int128 least_in_octave_bin(std::int64_t bin) {
  if (bin < kAlone) return bin;
  const std::int64_t shift = bin / kAlone - 1;
  return Int128{kAlone + bin % kAlone} << shift;
}

template <class Bins>
std::optional<Error> fault_of_number(const Bins& bins) {
  if (bins.bins() >= 2 && bins.bins() <= TailBins::kMost) return std::nullopt;
  return wrong(fmt::format("'{}' has {} bin{}; write a STEP that makes from 2 to {}",
                           bins.text(), bins.bins(), bins.bins() == 1 ? "" : "s",
                           TailBins::kMost));
}

}  // namespace

Result<TailBins> TailBins::given(const CalendarBins& bins, const MomentUnit& unit) {
  if (auto fault = fault_of_number(bins)) return *std::move(fault);
  std::vector<std::int64_t> firsts;
  firsts.reserve(bins.bins() + 2);
  if (unit.code(bins.edge(0)) > unit.first())
    firsts.push_back(unit.code(bins.edge(0)) - 1);
  for (std::size_t i = 0; i <= bins.bins(); ++i)
    firsts.push_back(unit.code(bins.edge(i)));
  const std::int64_t beyond = firsts.back();
  if (beyond < unit.last()) return TailBins(std::move(firsts), beyond + 1);
  firsts.pop_back();
  return TailBins(std::move(firsts), beyond);
}

MomentUnit coarsest_unit(const CalendarBins& bins) {
  for (const char* word : {"day", "hour", "minute", "second", "millisecond"}) {
    const MomentUnit unit = *MomentUnit::parse(word);
    bool fits = true;
    for (std::size_t i = 0; fits && i <= bins.bins(); ++i)
      fits = bins.edge(i).microseconds % unit.microseconds() == 0;
    if (fits) return unit;
  }
  return *MomentUnit::parse("microsecond");
}

Result<TailBins> TailBins::given(const NumericBins& bins, const Grid& grid) {
  if (auto fault = fault_of_number(bins)) return *std::move(fault);
  if (grid.step() > 1)
    return wrong(fmt::format(
        "'{}' reaches beyond 10^18; write smaller numbers, for example 0:200000:1000",
        bins.text()));
  std::vector<std::int64_t> firsts = {grid.lowest()};
  firsts.reserve(bins.bins() + 2);
  for (std::size_t i = 0; i <= bins.bins(); ++i) {
    const auto code = (bins.edge(i) / grid.step()).to_int64();
    if (!code)
      return wrong(
          fmt::format("'{}' has edges of too many digits; write decimals, for example "
                      "0:200000:1000",
                      bins.text()));
    firsts.push_back(*code);
  }
  return TailBins(std::move(firsts), grid.highest());
}

TailBins TailBins::octaves(const CodeScale& scale) {
  const int exponent = scale.exponent();
  assert(kLeastExponent <= scale.bits() && exponent <= CodeScale::kMostExponent);
  const auto first_place = [&](std::int64_t bin) {
    return scale.nearest(least_in_octave_bin(bin));
  };
  const std::int64_t most = kAlone * exponent - 49;  // the bin of 2^exponent - 1
  std::vector<std::int64_t> firsts;
  firsts.reserve(static_cast<std::size_t>(2 * most + 1));
  // A bin of negative codes begins with the largest size of its mirror image.
  for (std::int64_t bin = -most; bin < 0; ++bin)
    firsts.push_back(bin > -most ? 1 - first_place(1 - bin) : -scale.most());
  for (std::int64_t bin = 0; bin <= most; ++bin) firsts.push_back(first_place(bin));
  return TailBins(std::move(firsts), scale.most() + 1);
}

TailBins TailBins::single(std::size_t count) {
  assert(count >= 2);
  std::vector<std::int64_t> firsts;
  for (std::size_t i = 0; i < count; ++i)
    firsts.push_back(static_cast<std::int64_t>(i));
  return TailBins(std::move(firsts), static_cast<std::int64_t>(count));
}

Result<Grid> grid_of(const NumericBins& bins) {
  const Rational step = bins.edge(1) - bins.edge(0);
  return Grid::finest(
      (bins.edge(0) - step).text() + ":" + (bins.edge(bins.bins()) + step).text(),
      Grid::kCodes);
}

Rational unit_of_edges(const NumericBins& bins) {
  Rational unit = 1;
  const Rational step = bins.edge(1) - bins.edge(0);
  for (const Rational& number : {bins.edge(0), bins.edge(bins.bins()), step})
    while (!(number / unit).is_integer()) unit = unit / 10;
  return unit;
}

}  // namespace selvage
