// Counts of people in cells under a profile, as a plan: that of cells, and what only a
// profile has.
#pragma once
#include "selvage/mechanism/cells/plan.hpp"
#include "selvage/mechanism/outlier/class_promise.hpp"
#include "selvage/mechanism/outlier/display.hpp"

namespace selvage {

struct OutlierPlan : CellsPlan {
  ClassChoice classes = {};
  // How outputs of W are shown. Post-processing.
  Display display = {};

  const CountNoise& noise() const { return count_noise_of(*numbers[0].noise); }
};

// What its promises are about.
NoisyCounts noisy_counts(const OutlierPlan& plan);

// What it promises to people by their class; none where it does not.
const OutlierPromise* promised_profile(const CellsPlan& plan);

// By which key everybody's class is chosen under a profile: a function of the
// partition's name alone, as a ledger adds up what is promised to a class. By any key
// the choice depends on that person's rows alone, so that a known key costs no privacy.
// [T30, T60] None: there are no classes.
std::optional<BoundingKey> class_key(const CellsPlan& plan);

}  // namespace selvage
