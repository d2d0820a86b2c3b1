// The column of numbers that a question sums within bounds, as a question writes it.
#pragma once
#include <optional>

#include "selvage/question/question.hpp"

namespace selvage {

void ask_measure(Question& question, const Measure& measure);
// None where the question has no bounds and step, or they make no grid.
std::optional<Measure> measure_of(const Question& question);

// What rounding to the grid does to a number: "sum", "mean".
std::string step_sentence(const Measure& measure, const std::string& number);

}  // namespace selvage
