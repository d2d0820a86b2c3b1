#include "selvage/report/distance_report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/report/columns_text.hpp"
#include "selvage/report/text.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

// At most four digits after the point, for the eye; exact numbers are in JSON.
std::string shown_number(const Rational& number) {
  const std::string text = number.text();
  const std::size_t point = std::min(text.find('.'), text.size());
  const bool plain = text.find_first_of("/e") == std::string::npos;
  if (plain && text.size() <= point + 5) return thousands(text);
  std::string rounded = fmt::format("{:.4f}", number.to_double());
  while (rounded.ends_with('0')) rounded.pop_back();
  if (rounded.ends_with('.')) rounded.pop_back();
  return thousands(rounded);
}

std::string unit_of(const DistanceReport& report) {
  return report.ground == "days" ? " days" : "";
}

std::optional<Rational> mean_at(const DistanceReport& report, const Rational& loss) {
  return report.average ? report.average->at(loss) : std::nullopt;
}

std::string mean_text(const DistanceReport& report, const Rational& loss) {
  const auto mean = mean_at(report, loss);
  return mean ? shown_number(*mean) : "not known";
}

Json side_json(const ComparedHistogram& side) {
  return {{"file", side.file}, {"people", side.people}, {"places", side.places}};
}

}  // namespace

Rational farthest_at(const DistanceReport& report, const Rational& loss) {
  for (const LossStep& step : report.profile)
    if (step.loss <= loss) return step.distance;
  return report.profile.back().distance;
}

std::vector<Rational> shown_losses(const Rational& theta) {
  std::vector<Rational> losses = {theta};
  for (const char* loss : {"0", "0.001", "0.01", "0.05", "0.1", "0.2", "0.5"})
    losses.push_back(*Rational::parse(loss));
  std::sort(losses.begin(), losses.end());
  losses.erase(std::unique(losses.begin(), losses.end()), losses.end());
  return losses;
}

std::string distance_text(const DistanceReport& report, std::size_t width) {
  const auto safe = [](const std::string& text) {
    return printable(text, Script::unicode);
  };
  std::string text;
  const auto put = [&](const std::string& words) {
    for (const std::string& line : wrap(words, width)) text += line + "\n";
  };
  const Rational farthest = farthest_at(report, report.theta);
  put(fmt::format("Distance of {} and {}", safe(report.from.file),
                  safe(report.to.file)));
  text += "\n";
  put(fmt::format("farthest {}{}: {} people match within it", shown_number(farthest),
                  unit_of(report),
                  report.theta.sign() == 0
                      ? "all"
                      : shown_number(Rational(1) - report.theta) + " of the"));
  put(fmt::format("mean {}{}: how far they are apart on average, at best",
                  mean_text(report, report.theta), unit_of(report)));
  text += "\n";
  std::vector<std::vector<std::string>> rows;
  for (const Rational& loss : shown_losses(report.theta))
    rows.push_back({shown_number(loss), shown_number(farthest_at(report, loss)),
                    mean_text(report, loss)});
  text += columns_text({{"loss", true}, {"farthest", true}, {"mean", true}}, rows,
                       std::max<std::size_t>(width, 40));
  text += "\n";
  put(fmt::format("{} people in {} and {} in {}, compared as shares.",
                  thousands(report.from.people), safe(report.from.file),
                  thousands(report.to.people), safe(report.to.file)));
  if (report.ground == "keys") put("Every two keys are at distance 1.");
  if (report.ground == "bins") put("A bin stands at its middle.");
  for (const std::string& note : report.notes) {
    std::string sentence = safe(note) + ".";
    sentence[0] = static_cast<char>(std::toupper(sentence[0]));
    put(sentence);
  }
  return text;
}

Json distance_json(const DistanceReport& report) {
  Json profile = Json::array();
  for (const LossStep& step : report.profile)
    profile.push_back({{"distance", step.distance.text()}, {"loss", step.loss.text()}});
  const auto mean = mean_at(report, report.theta);
  return {{"from", side_json(report.from)},
          {"to", side_json(report.to)},
          {"ground", report.ground},
          {"theta", report.theta.text()},
          {"farthest", farthest_at(report, report.theta).text()},
          {"mean", mean ? Json(mean->text()) : Json(nullptr)},
          {"shares", report.shares == 0 ? Json(nullptr) : Json(report.shares)},
          {"profile", profile},
          {"notes", report.notes}};
}

std::string distance_csv(const DistanceReport& report) {
  std::string text = "distance,loss\n";
  for (const LossStep& step : report.profile)
    text += fmt::format("{},{}\n", step.distance.text(), step.loss.text());
  return text;
}

CurveChart distance_chart(const DistanceReport& report) {
  Curve farthest{"farthest", {}, CurveStyle::solid};
  Curve mean{"mean", {}, CurveStyle::dashed};
  // A loss between two steps buys the distance of the one with the smaller loss.
  for (auto step = report.profile.rbegin(); step != report.profile.rend(); ++step) {
    const double distance = step->distance.to_double();
    if (!farthest.points.empty())
      farthest.points.push_back({step->loss.to_double(), farthest.points.back().y});
    farthest.points.push_back({step->loss.to_double(), distance});
  }
  farthest.points.push_back({1, farthest.points.back().y});
  std::vector<Curve> curves = {std::move(farthest)};
  if (report.average) {
    const auto corners = report.average->corners();
    for (auto corner = corners.rbegin(); corner != corners.rend(); ++corner)
      mean.points.push_back({corner->loss.to_double(), corner->distance.to_double()});
    curves.push_back(std::move(mean));
  }
  return {
      .title = fmt::format("Distance of {} and {}", report.from.file, report.to.file),
      .across = {.title = "share of the people that is left out"},
      .up = {.title = report.ground == "days" ? "distance in days" : "distance"},
      .curves = std::move(curves),
      .notes = {report.mean_is_whole
                    ? "The farthest and the mean way of all others, in the best "
                      "matching. Exact"
                    : "The farthest and the mean way of all others, in the best "
                      "matching. The mean is exact at the losses of the table, and a "
                      "straight line between them"}};
}

}  // namespace selvage
