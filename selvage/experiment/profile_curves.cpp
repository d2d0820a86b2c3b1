#include "selvage/experiment/profile_curves.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "selvage/mechanism/outlier/law/discrete_laplace.hpp"
#include "selvage/mechanism/outlier/law/noise_then_suppress.hpp"
#include "selvage/mechanism/outlier/law/staircase_accuracy.hpp"
#include "selvage/mechanism/outlier/law/thresholds.hpp"
#include "selvage/mechanism/outlier/law/warped_geometric.hpp"

namespace selvage {
namespace {

const Rational kUsualDelta(1, 1'000'000);

using ErrorAt = std::function<std::optional<double>(std::int64_t)>;

Curve curve(std::string name, CurveStyle style, const std::vector<std::int64_t>& counts,
            const ErrorAt& error) {
  Curve result{std::move(name), {}, style};
  for (const std::int64_t count : counts)
    if (const auto y = error(count))
      result.points.push_back({static_cast<double>(count), *y});
  return result;
}

ErrorAt error_of(const Staircase& staircase) {
  return [staircase](std::int64_t count) -> std::optional<double> {
    const auto error = mean_absolute_error(staircase, count);
    if (!error) return std::nullopt;
    return error->middle();
  };
}

}  // namespace

std::vector<std::int64_t> charted_counts(const std::vector<ProfileStep>& profile) {
  const auto steps = lower_envelope(profile);
  const std::int64_t knee =
      steps.size() > 1 ? std::min<std::int64_t>(*steps[steps.size() - 2].limit, 100'000)
                       : 10;
  const std::int64_t last = 3 * knee + 100;
  std::vector<std::int64_t> counts;
  for (std::int64_t count = 0; count <= last;
       count += std::max<std::int64_t>(1, last / 150))
    counts.push_back(count);
  // The edge itself.
  for (const ProfileStep& step : steps)
    for (const std::int64_t near : {-1, 0, 1, 2, 3, 5, 8, 12, 18})
      if (step.limit && *step.limit + near >= 0 && *step.limit + near <= last)
        counts.push_back(*step.limit + near);
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

CurveChart error_chart(const std::vector<ProfileStep>& profile, const Rational& delta) {
  const auto steps = lower_envelope(profile);
  const auto counts = charted_counts(steps);
  const Rational spent = delta.sign() > 0 ? delta : kUsualDelta;
  CurveChart chart{.title = "Error of a count, by the people in its cell",
                   .across = {.title = "people in the cell"},
                   .up = {.title = "mean absolute error",
                          .scale = AxisScale::logarithmic,
                          .least = 0.01}};
  if (const auto law = WarpedGeometric::make(steps))
    chart.curves.push_back(
        curve("W, delta 0", CurveStyle::solid, counts, [&](std::int64_t count) {
          return std::optional(law->mean_absolute_error(count).middle());
        }));
  const auto top = most(steps), bottom = steps.front().epsilon;
  if (!top.is_infinite())
    chart.curves.push_back(
        curve(fmt::format("plain noise, epsilon {} for all", top.short_text()),
              CurveStyle::dotted, counts, [&](std::int64_t) {
                return std::optional(laplace_mean_absolute(top.finite()).middle());
              }));
  if (bottom.sign() > 0 && steps.size() > 1)
    chart.curves.push_back(
        curve(fmt::format("group noise, epsilon {} for all", bottom.short_text()),
              CurveStyle::dotted, counts, [&](std::int64_t) {
                return std::optional(laplace_mean_absolute(bottom.finite()).middle());
              }));
  if (top.is_infinite() || steps.size() < 2) return chart;
  if (steps.size() == 2)
    if (const auto threshold = least_suppression_threshold(
            *steps[0].limit, top.finite(), bottom.finite(), spent))
      chart.curves.push_back(
          curve(fmt::format("noise, then suppression up to {}", *threshold),
                CurveStyle::dashed, counts,
                error_of(noise_then_suppress(top.finite(), *threshold))));
  const char* name = steps.size() == 2 ? "noise, then more noise" : "staircase";
  if (bottom.sign() > 0) {
    if (const auto exact = smallest_thresholds(steps, spent))
      chart.curves.push_back(curve(fmt::format("{}, smallest thresholds", name),
                                   CurveStyle::dashed, counts, error_of(*exact)));
    if (const auto paper = paper_staircase_for(steps, spent))
      chart.curves.push_back(curve(fmt::format("{}, the paper's thresholds", name),
                                   CurveStyle::dashed, counts, error_of(*paper)));
  }
  chart.notes.push_back(fmt::format(
      "All but plain noise keep {}; those with thresholds need delta {}. What is "
      "suppressed counts as 0 people.",
      short_profile_text(steps), spent.short_text()));
  return chart;
}

}  // namespace selvage
