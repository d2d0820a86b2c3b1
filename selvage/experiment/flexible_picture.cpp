// The picture of the six experiments.
#include <algorithm>

#include <fmt/format.h>

#include "selvage/experiment/flexible_accuracy.hpp"
#include "selvage/random/stream/seeded_words.hpp"
#include "selvage/report/panels_svg.hpp"

namespace selvage {
namespace {

// Kinds of mechanisms have a colour, and what is less good of a kind is dashed. Both
// forms of drop-only noise that are left out lie on the third.
const std::vector<PanelSeries>& drawn_series() {
  static const std::vector<PanelSeries> all = {
      {"selvage", 0},
      {"drop-only", 1},
      {"stability histogram", 2},
      {"stability histogram, textbook", 2, true},
      {"exponential, ranks", 3},
      {"exponential, error", 3, true},
      {"stable value", 4},
      {"stable value, threshold", 4, true},
      {"smooth sensitivity", 5},
      {"SanPoints, public bars", 6},
      {"SanPoints", 6, true}};
  return all;
}

Panel panel_of(const std::vector<BarTrialResult>& results, std::size_t world,
               BarErrors BarTrialResult::*kind, const std::string& words) {
  Panel panel{fmt::format("{}. {}: {}", world + 1, bar_worlds()[world].name, words),
              {}};
  for (std::size_t series = 0; series < drawn_series().size(); ++series) {
    PanelCurve curve{series, {}};
    for (const BarTrialResult& one : results)
      if (one.world == world && one.contender == drawn_series()[series].name)
        curve.points.push_back({one.epsilon.to_double(), (one.*kind).mean,
                                (one.*kind).lower, (one.*kind).upper});
    if (!curve.points.empty()) panel.curves.push_back(std::move(curve));
  }
  return panel;
}

}  // namespace

std::string bar_trials_svg(const std::vector<BarTrialResult>& results,
                           const BarTrialsAsked& asked) {
  PanelPage page{
      .title = "Answers read off histograms, delta 2^-20",
      .across = {"epsilon", AxisScale::logarithmic},
      .up = "mean error in % of the bars",
      .series = drawn_series(),
      .panels = {},
      .notes = {
          fmt::format("{} tables of each kind. Bars across the lines are intervals of "
                      "the mean at 95 %",
                      asked.runs),
          fmt::format("actual: from the true answer; flexible: from the nearest answer "
                      "of a table without at most {} of its people; no answer counts "
                      "as 0",
                      asked.share.text()),
          "in 3 to 6 drop-only is what the program does where nothing else is asked; "
          "the small histograms show one table of each kind"}};
  for (std::size_t world = 0; world < bar_worlds().size(); ++world) {
    page.panels.push_back(
        panel_of(results, world, &BarTrialResult::actual, "actual error"));
    Panel flexible =
        panel_of(results, world, &BarTrialResult::flexible, "flexible error");
    SeededWords words(asked.seed);
    for (const std::int64_t height : bar_worlds()[world].draw(words))
      flexible.heights.push_back(static_cast<double>(height));
    page.panels.push_back(std::move(flexible));
  }
  return panels_svg(page);
}

}  // namespace selvage
