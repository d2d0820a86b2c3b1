// Charts as files.
#pragma once
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/report/curves_svg.hpp"
#include "tool/arguments.hpp"

namespace selvage::tool {

// Draws the chart to the file of --plot, unless it is one that the command reads.
Outcome write_plot(const Arguments& arguments, const CurveChart& chart);

// Promised and exact epsilon by the people in a class. Requires a plan for a profile.
CurveChart audit_chart(const Mechanism& mechanism);

}  // namespace selvage::tool
