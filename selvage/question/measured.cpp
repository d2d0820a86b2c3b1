#include "selvage/question/measured.hpp"

#include <fmt/format.h>

namespace selvage {

void ask_measure(Question& question, const Measure& measure) {
  question.column = measure.column;
  question.own = {{"bounds", measure.grid.text()},
                  {"step", measure.grid.step().text()}};
}

std::optional<Measure> measure_of(const Question& question) {
  std::optional<std::string> bounds, step;
  for (const auto& [name, text] : question.own) {
    if (name == "bounds") bounds = text;
    if (name == "step") step = text;
  }
  if (!bounds || !step) return std::nullopt;
  const auto steps = Rational::parse(*step);
  if (!steps) return std::nullopt;
  auto grid = Grid::stepped(*bounds, *steps);
  if (!grid) return std::nullopt;
  return Measure{question.column, *std::move(grid)};
}

std::string step_sentence(const Measure& measure, const std::string& number) {
  const std::string step = measure.grid.step().text();
  if (measure.grid.is_given() && number == "sum")
    return fmt::format("values are rounded to {} first; the sum is of these", step);
  return fmt::format("values are rounded to {} first, which the interval allows for",
                     step);
}

}  // namespace selvage
