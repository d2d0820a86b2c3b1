#include "selvage/report/line_band.hpp"

#include <algorithm>

namespace selvage {
namespace {

constexpr double kSpreads = 3;

// Between the places, straight; beyond them there is nothing to see.
double between(const LineBand& band, double x, double LineBand::At::*number) {
  const std::size_t from = x < band.places[1].x ? 0 : 1;
  const auto &a = band.places[from], &b = band.places[from + 1];
  const double share = b.x > a.x ? (x - a.x) / (b.x - a.x) : 0;
  return a.*number + (b.*number - a.*number) * share;
}

const Series* named(const Release& release, const std::string& name) {
  for (const Series& series : release.answer.numbers)
    if (series.name == name && series.rows.size() == 1 && series.rows[0].known)
      return &series;
  return nullptr;
}

}  // namespace

double LineBand::lower(double x) const { return between(*this, x, &At::lower); }
double LineBand::value(double x) const { return between(*this, x, &At::value); }
double LineBand::upper(double x) const { return between(*this, x, &At::upper); }

std::optional<LineBand> line_band(const Release& release) {
  if (release.question.verb != "regression") return std::nullopt;
  constexpr std::string_view kSlope = "slope of ";
  std::string x;
  for (const Series& series : release.answer.numbers) {
    if (!series.name.starts_with(kSlope)) continue;
    if (!x.empty()) return std::nullopt;  // more than a picture shows
    x = series.name.substr(kSlope.size());
  }
  const Series *slope = named(release, "slope of " + x),
               *middle = named(release, "middle of " + x),
               *spread = named(release, "spread of " + x),
               *there = named(release, release.question.column + " there");
  if (slope == nullptr || middle == nullptr || spread == nullptr || there == nullptr)
    return std::nullopt;
  const auto real = [](const Series& series, std::int64_t number) {
    return series.real(number);
  };
  const auto ends = [&](const Series& series) {
    const Estimate& row = series.rows[0];
    return std::array{real(series, row.lower), real(series, row.value),
                      real(series, row.upper)};
  };
  const auto slopes = ends(*slope), levels = ends(*there);
  const double at = real(*middle, middle->rows[0].value),
               away = kSpreads * real(*spread, spread->rows[0].value);
  LineBand band{x, release.question.column, {}};
  for (std::size_t i = 0; i < band.places.size(); ++i) {
    const double moved = away * (static_cast<double>(i) - 1);
    band.places[i] = {at + moved,
                      levels[0] + std::min(slopes[0] * moved, slopes[2] * moved),
                      levels[1] + slopes[1] * moved,
                      levels[2] + std::max(slopes[0] * moved, slopes[2] * moved)};
  }
  return band;
}

}  // namespace selvage
