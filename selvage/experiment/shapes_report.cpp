#include "selvage/experiment/shapes_report.hpp"

#include <limits>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "selvage/experiment/written_table.hpp"
#include "selvage/report/text.hpp"

namespace selvage {
namespace {

// A profile costs nothing where so many cells are as exact as under plain noise, and is
// of no use where so few people are in such cells.
constexpr double kNearlyAll = 0.99;
constexpr double kTooFew = 0.5;
constexpr double kWorseTotal = 2;  // times as far off: worth a sentence
constexpr double kNoBound = std::numeric_limits<double>::infinity();

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

struct NamedQuality {
  std::string noise;
  Quality quality;
};

std::vector<NamedQuality> qualities(const ShapeResult& result) {
  const auto plain = [](const Rational& epsilon) {
    return fmt::format("plain noise, epsilon {}", epsilon.short_text());
  };
  std::vector<NamedQuality> all = {{"W", result.warped},
                                   {plain(result.largest), result.with_largest}};
  if (result.with_smallest && result.smallest != result.largest)
    all.push_back({plain(result.smallest), *result.with_smallest});
  return all;
}

}  // namespace

Result<std::vector<MeasuredShape>> measured_shapes() {
  std::vector<MeasuredShape> all;
  for (TableShape& shape : table_shapes()) {
    MeasuredShape measured{std::move(shape), {}};
    for (const std::string& profile : shape_profiles()) {
      auto result = measure(measured.shape, profile);
      if (!result) return result.error();
      measured.results.push_back(*std::move(result));
    }
    all.push_back(std::move(measured));
  }
  return all;
}

std::string shape_verdict(const std::vector<ShapeResult>& results) {
  std::vector<std::string> free, partly, useless;
  double least = kNoBound, most = 0, plain = 0;  // errors of the total
  for (const ShapeResult& result : results) {
    if (result.largest == result.smallest) continue;
    const std::string name = fmt::format("`{}`", result.profile);
    if (result.smallest.sign() > 0) {
      least = std::min(least, result.warped.total);
      most = std::max(most, result.warped.total);
      plain = std::max(plain, result.with_largest.total);
    }
    if (result.cells_as_plain >= kNearlyAll)
      free.push_back(name);
    else if (result.people_as_plain >= kTooFew)
      partly.push_back(fmt::format(
          "{} ({} of the cells with {} of the people; {} usable, {} under plain noise)",
          name, percent(result.cells_as_plain), percent(result.people_as_plain),
          percent(result.warped.usable), percent(result.with_largest.usable)));
    else
      useless.push_back(fmt::format("{} ({} of the cells usable, {} under plain noise)",
                                    name, percent(result.warped.usable),
                                    percent(result.with_largest.usable)));
  }
  std::vector<std::string> sentences;
  if (!free.empty())
    sentences.push_back(
        fmt::format("Nothing is lost with {}: the cells are as exact as under plain "
                    "noise of the largest epsilon.",
                    fmt::join(free, ", ")));
  if (!partly.empty())
    sentences.push_back(
        fmt::format("A part stays as exact as under plain noise of the largest epsilon "
                    "with {}; the small cells pay for it.",
                    fmt::join(partly, ", ")));
  if (!useless.empty())
    sentences.push_back(fmt::format(
        "Profiles stop being useful here: {}; most people are in cells that "
        "the profile hides, so make the cells larger or the limit smaller.",
        fmt::join(useless, ", ")));
  if (most > kWorseTotal * plain)
    sentences.push_back(
        fmt::format("The total suffers too: added up from the "
                    "cells it is off by {:.0f} to {:.0f}, under plain noise by {:.0f}.",
                    least, most, plain));
  return fmt::format("{}", fmt::join(sentences, " "));
}

std::string shapes_markdown(const std::vector<MeasuredShape>& shapes) {
  std::string text =
      "# Profiles on tables of different shapes\n\n"
      "By calculation, on tables that a formula makes.\n\n"
      "- *absolute*: the mean error of a cell, over all cells; *relative*: divided by "
      "the count, over\n  cells with people.\n"
      "- *usable*: cells with people whose 95 % error bound is at most half the count; "
      "none that the\n  profile hides altogether.\n"
      "- *total*: root of the mean squared error of the sum of all cells, derived from "
      "unbiased counts.\n  Where a profile has an epsilon of 0 there are none for "
      "small "
      "cells, and the sum is too large.\n"
      "- W shows nothing below 0, plain noise does: so the two differ on empty cells "
      "even where the\n  profile is one epsilon.\n";
  for (const auto& [shape, results] : shapes) {
    const std::int64_t people =
        std::accumulate(shape.counts.begin(), shape.counts.end(), std::int64_t{0});
    text += fmt::format("\n## {}\n\n{}; {} people.\n\n", shape.name, shape.about,
                        thousands(people));
    WrittenTable table{{"profile", "noise", "absolute", "relative", "usable", "total"},
                       {}};
    for (const ShapeResult& result : results)
      for (const auto& [noise, quality] : qualities(result))
        table.rows.push_back({fmt::format("`{}`", result.profile), noise,
                              fmt::format("{:.2f}", quality.absolute),
                              fmt::format("{:.1f} %", 100 * quality.relative),
                              percent(quality.usable),
                              fmt::format("{:.1f}", quality.total)});
    text += markdown(table) + "\n";
    for (const std::string& line : wrap(shape_verdict(results), 95))
      text += line + "\n";
  }
  return text;
}

std::string shapes_csv(const std::vector<MeasuredShape>& shapes) {
  WrittenTable table{{"shape", "profile", "noise", "mean_absolute_error",
                      "mean_relative_error", "usable_share", "total_error"},
                     {}};
  const auto full = [](double number) { return fmt::format("{:.10g}", number); };
  for (const auto& [shape, results] : shapes)
    for (const ShapeResult& result : results)
      for (const auto& [noise, quality] : qualities(result))
        table.rows.push_back({shape.name, result.profile, noise, full(quality.absolute),
                              full(quality.relative), full(quality.usable),
                              full(quality.total)});
  return csv(table);
}

}  // namespace selvage
