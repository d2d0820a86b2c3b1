// The sentences that stand beside a picture of a release, the same in every form.
// They hold names as they are: who shows them makes them safe.
#pragma once
#include <string>

#include "selvage/release/release.hpp"
#include "selvage/report/text.hpp"

namespace selvage {

// "Histogram of age in payroll.csv".
std::string title(const Release& release);

// What an interval promises; `holder` is the drawing that shows it: "each bar's
// whisker".
std::string error_sentence(const Release& release, const std::string& holder,
                           Script script);

// The words as a sentence that stands alone: "Noise only."
std::string full_sentence(std::string words);

// "exact_law: " and how it was checked.
std::string verification_sentence(const Release& release);

}  // namespace selvage
