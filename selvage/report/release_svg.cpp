#include "selvage/report/release_svg.hpp"

#include "selvage/report/band_svg.hpp"
#include "selvage/report/bars_svg.hpp"
#include "selvage/report/boxes_svg.hpp"
#include "selvage/report/heat_svg.hpp"
#include "selvage/report/histogram_svg.hpp"
#include "selvage/report/line_svg.hpp"
#include "selvage/report/table_svg.hpp"

namespace selvage {

std::string release_svg(const Release& release, const Speech& speech) {
  const auto& columns = release.answer.domain.columns();
  if (release.answer.numbers.front().moments) return table_svg(release, speech);
  if (release.answer.line) return line_svg(release, speech);
  if (columns.size() <= 1 && !release.answer.cells.empty() &&
      !quantile_series(release).empty())
    return boxes_svg(release, speech);
  if (const auto band = line_band(release)) return band_svg(release, *band, speech);
  if (columns.size() == 2) return heat_svg(release, speech);
  if (columns.size() != 1) return table_svg(release, speech);
  const bool bins = std::holds_alternative<NumericBins>(columns[0].values) ||
                    std::holds_alternative<CalendarBins>(columns[0].values);
  return bins ? histogram_svg(release, speech) : bars_svg(release, speech);
}

}  // namespace selvage
