#include "selvage/report/explained_numbers.hpp"

#include <fmt/format.h>

#include "selvage/report/number_format.hpp"
#include "selvage/report/release_svg.hpp"
#include "selvage/report/table_text.hpp"
#include "selvage/report/view.hpp"

namespace selvage {
namespace {

constexpr std::size_t kMostHtmlRows = 200;  // a page to read, not a file of data

std::string number_cells(const NumberFormat& format, const Estimate& number) {
  return fmt::format("<td class=\"n\">{}</td><td>{}</td>",
                     xml_text(format.value(number)), xml_text(format.spread(number)));
}

std::string html_table(const Release& release) {
  const Answer& answer = release.answer;
  const std::size_t columns = answer.domain.columns().size();
  std::vector<NumberFormat> formats;
  std::string text = "<table>\n<tr>";
  for (const DomainColumn& column : answer.domain.columns())
    text += fmt::format("<th>{}</th>", xml_text(column.name));
  for (const Series& series : answer.numbers) {
    formats.emplace_back(series, Script::unicode);
    text += fmt::format("<th class=\"n\">{}</th><th></th>", xml_text(series.name));
  }
  text += "</tr>\n";
  const ShownRows shown = shown_rows(answer.cells.size(), kMostHtmlRows);
  for (std::size_t i = 0; i < shown.rows.size(); ++i) {
    if (i == shown.gap && shown.left_out > 0)
      text += fmt::format("<tr><td>... and {} more</td></tr>\n",
                          thousands(static_cast<std::int64_t>(shown.left_out)));
    const std::size_t row = shown.rows[i];
    text += "<tr>";
    for (std::size_t c = 0; c < columns; ++c)
      text += fmt::format("<td>{}</td>",
                          xml_text(cell_label(release, answer.cells[row], c)));
    for (std::size_t s = 0; s < formats.size(); ++s)
      text += number_cells(formats[s], answer.numbers[s].rows[row]);
    text += "</tr>\n";
  }
  if (answer.total && columns > 0)
    text += fmt::format("<tr><th colspan=\"{}\">total</th>{}</tr>\n", columns,
                        number_cells(formats[0], *answer.total));
  return text + "</table>\n";
}

}  // namespace

ExplainedPart explained_numbers(const Release& release, const TextStyle& style) {
  TextStyle inner = style;
  inner.width -= 2;  // the indent
  inner.bare = true;
  return {.heading = "The published numbers",
          .sentences = {},
          .points = {},
          .lines = table_text(release, inner),
          .html = release_svg(release, style.speech) + html_table(release)};
}

}  // namespace selvage
