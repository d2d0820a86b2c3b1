#include "selvage/experiment/close_report.hpp"

#include <cmath>

#include <fmt/format.h>

#include "selvage/experiment/written_table.hpp"
#include "selvage/report/panels_svg.hpp"

namespace selvage {
namespace {

std::string mean_text(const CloseMean& mean) {
  if (std::isnan(mean.mean)) return "none";
  return fmt::format("{:.3g} ({:.3g} to {:.3g})", mean.mean, mean.lower, mean.upper);
}

// That of the paper, for the same rho and epsilon; it has none at ln 2 or below.
std::string scale_of_paper(const RobustTrial& trial) {
  const double y = std::exp(trial.epsilon.to_double());
  const double r = std::log((std::sqrt(1 + 4 * y) - 1) / 2);
  return r <= 0 ? "none" : fmt::format("{:.4g}", trial.rho.to_double() / r);
}

}  // namespace

std::string robust_cost_markdown(const std::vector<RobustTrial>& trials,
                                 std::int64_t runs) {
  std::string text = fmt::format(
      "# What robustness costs\n\n"
      "A count of 10,000 people at epsilon 1, by `selvage count --robust "
      "RHO:THETA:EPS`, {} runs each. Without\n`--robust` its mean error is {}. With it "
      "the error is that of the noise on top, which grows with RHO and\nfalls with "
      "EPS; "
      "THETA costs no noise, it comes back as a delta. The last column is the noise of "
      "the\npaper's Theorem 5.6, which has none for an EPS of ln 2 = 0.69 or less.\n\n",
      runs, mean_text(trials.front().error));
  WrittenTable table{
      {"RHO", "THETA", "EPS", "delta", "mean error", "scale", "scale of the paper"},
      {}};
  for (const RobustTrial& trial : trials)
    if (trial.rho.sign() > 0)
      table.rows.push_back({trial.rho.text(), trial.theta.text(), trial.epsilon.text(),
                            fmt::format("{:.3g}", trial.delta), mean_text(trial.error),
                            fmt::format("{:.4g}", trial.scale), scale_of_paper(trial)});
  return text + markdown(table);
}

std::string separator_markdown(const std::vector<SeparatorTrial>& trials,
                               std::int64_t runs) {
  const auto shapes = separator_shapes();
  std::string text = fmt::format(
      "# Separators, by dropping and moving\n\n"
      "`selvage separator` on a grid of {0} x {0} points, delta 1e-6, {1} runs each. "
      "Theorem 5.5 of the paper says that\nthe plane is exactly that of a table "
      "without "
      "a few people, in which nobody moved by more than half a\nstep; it says nothing "
      "of how far the plane itself is off. Both can be seen here: one person decides, "
      "and\nis dropped.\n\n",
      kShapeSize, runs);
  for (const SeparatorShape& shape : shapes)
    text += fmt::format("- *{}*: {}.\n", shape.name, shape.about);
  text += "\n";
  WrittenTable table{{"shape", "epsilon", "has a plane", "that of the whole table",
                      "degrees from it", "set aside", "at most, with 0.95"},
                     {}};
  for (const SeparatorTrial& trial : trials)
    table.rows.push_back({shapes[trial.shape].name, trial.epsilon.text(),
                          fmt::format("{:.3g}", trial.answered),
                          fmt::format("{:.3g}", trial.same), mean_text(trial.degrees),
                          mean_text(trial.set_aside),
                          fmt::format("{:.0f}", trial.most_set_aside)});
  return text + markdown(table);
}

std::string robust_cost_svg(const std::vector<RobustTrial>& trials) {
  std::vector<Rational> thetas, epsilons;
  const auto add_new = [](std::vector<Rational>& all, const Rational& one) {
    for (const Rational& known : all)
      if (known == one) return;
    all.push_back(one);
  };
  for (const RobustTrial& trial : trials)
    if (trial.rho.sign() > 0) {
      add_new(thetas, trial.theta);
      add_new(epsilons, trial.epsilon);
    }
  PanelPage page{.title = "What robustness costs: a count of 10,000 people, epsilon 1",
                 .across = {"RHO", AxisScale::logarithmic},
                 .up = "mean error in people",
                 .series = {},
                 .panels = {},
                 .notes = {"THETA costs no noise: it comes back as a delta of at most "
                           "1.5 THETA"}};
  for (std::size_t i = 0; i < epsilons.size(); ++i)
    page.series.push_back({"EPS " + epsilons[i].text(), i});
  for (const Rational& theta : thetas) {
    Panel panel{"THETA " + theta.text(), {}};
    for (std::size_t i = 0; i < epsilons.size(); ++i) {
      PanelCurve curve{i, {}};
      for (const RobustTrial& trial : trials)
        if (trial.rho.sign() > 0 && trial.theta == theta &&
            trial.epsilon == epsilons[i])
          curve.points.push_back({trial.rho.to_double(), trial.error.mean,
                                  trial.error.lower, trial.error.upper});
      panel.curves.push_back(std::move(curve));
    }
    page.panels.push_back(std::move(panel));
  }
  return panels_svg(page);
}

}  // namespace selvage
