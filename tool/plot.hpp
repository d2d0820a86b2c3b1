// Charts as files.
#pragma once
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/question/question.hpp"
#include "selvage/report/curves_svg.hpp"
#include "tool/arguments.hpp"

namespace selvage::tool {

// Draws the chart of a question to the file of --plot, unless it may not be written.
Outcome write_plot(const Arguments& arguments, const Question& question,
                   const CurveChart& chart);

// Promised and exact epsilon by the people in a class. Requires a plan for a profile.
CurveChart audit_chart(const Mechanism& mechanism);

}  // namespace selvage::tool
