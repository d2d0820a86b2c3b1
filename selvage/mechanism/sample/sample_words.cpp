// What a plan, a certificate and a page say of a sample.
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/sample/sample.hpp"
#include "selvage/mechanism/shared_warnings.hpp"
#include "selvage/summary/kept_rows.hpp"

namespace selvage {

std::string SampleMechanism::reason() const {
  return "a row that is drawn is hidden among the others, and the noise hides the rest";
}

// T313: from the value of a row of the table, drawn by the same weights.
std::vector<Accuracy> SampleMechanism::accuracy(const Rational& confidence) const {
  return {
      {.alpha = 0,
       .beta = (Rational(noise_bound(confidence)) + Rational(1, 2)) * request_.step(),
       .gamma = Rational(1) - confidence,
       .distortion = Distortion::none,
       .metric = "of each draw from the value of a row that is drawn so"}};
}

std::vector<AccuracyDerivation> SampleMechanism::accuracy_derivations(
    const Rational& confidence) const {
  auto tree = accuracy_of_draw(request_.step() * request_.places(), request_.places(),
                               scale_, Rational(1) - confidence);
  assert(tree);
  return {*std::move(tree)};
}

std::string SampleMechanism::grid_sentence() const {
  return fmt::format(
      "every value counts as the middle of its step, and rows outside the grid {} are "
      "left out; where the others weigh less than {}, the middle of the grid stands "
      "for what is missing",
      request_.grid.text(), request_.at_least);
}

std::vector<PlanLine> SampleMechanism::plan_lines(const Prior&,
                                                  const Rational& confidence) const {
  return {
      {"answer", fmt::format("{} of a row, with noise of scale {}",
                             request_.draws == 1
                                 ? "the value"
                                 : fmt::format("{} draws of the value", request_.draws),
                             (scale_ * request_.step()).short_text())},
      {"grid", grid_sentence()},
      {"person", fmt::format("one person moves the law of a draw by up to {} steps, "
                             "and not at all once a share of {} is left out",
                             request_.span(), theta().short_text())},
      {"error",
       fmt::format("a draw is within {} of the value of a row that was drawn, with "
                   "probability {}",
                   accuracy(confidence)[0].beta.short_text(), confidence.text())}};
}

Json SampleMechanism::plan_numbers(const Prior&, const Rational& confidence) const {
  // S_theta as steps: from which share on the distance is no more than that.
  return {{"bound", accuracy(confidence)[0].beta.text()},
          {"sensitivity",
           {{{"theta", "0"}, {"distance", (request_.step() * request_.span()).text()}},
            {{"theta", theta().text()}, {"distance", "0"}}}}};
}

std::vector<std::string> SampleMechanism::warnings(const Rational& confidence) const {
  std::vector<std::string> all = {
      grid_sentence(),
      fmt::format(
          "a draw is no row of the table: noise was added, and with probability "
          "{} it is more than {} away from the row that was drawn, perhaps "
          "outside the grid",
          (Rational(1) - confidence).text(), accuracy(confidence)[0].beta.text())};
  for (auto& more : {large_epsilon_warning(request_.epsilon),
                     row_as_person_warning(question_.person),
                     caps_warning({false, question_.person, share_.cells, true}),
                     json_lines_warning(question_.table)})
    if (more) all.push_back(*more);
  return all;
}

}  // namespace selvage
