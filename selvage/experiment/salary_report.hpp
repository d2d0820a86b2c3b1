// "Salaries of managers" as text and as a picture.
#pragma once
#include "selvage/experiment/salary_table.hpp"
#include "selvage/report/curves_svg.hpp"

namespace selvage {

// For readers: the table, and what it means.
std::string salary_markdown(const Company& company, const Repetition& repetition,
                            const SalaryTable& table);
// For programs: the same numbers with more digits.
std::string salary_csv(const SalaryTable& table);
// Delta by epsilon for all managers together, of each mechanism.
Result<CurveChart> group_chart(const Company& company);

}  // namespace selvage
