// How far two histograms are apart, for readers: a table of losses, JSON, CSV, and a
// chart of the whole profile.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "selvage/base/extended_rational.hpp"
#include "selvage/distance/average_profile.hpp"
#include "selvage/distance/line_transport.hpp"
#include "selvage/report/curves_svg.hpp"

namespace selvage {

struct ComparedHistogram {
  std::string file;
  std::int64_t people;
  std::size_t places;  // that somebody is at
};

struct DistanceReport {
  ComparedHistogram from, to;
  std::string ground;  // "numbers", "bins", "days" or "keys"
  Rational theta;
  std::vector<LossStep> profile;          // distances rise, losses fall to 0
  std::int64_t shares = 0;                // of the profile; 0: it is whole
  std::optional<AverageProfile> average;  // none: the numbers are too large
  bool mean_is_whole = true;              // else exact at the shown losses alone
  std::vector<std::string> notes = {};    // sentences
};

// The least distance of the profile with at most this loss: Winf_loss where the profile
// is whole or has a step at this loss.
Rational farthest_at(const DistanceReport& report, const Rational& loss);

// Of the table, in order; the one that was asked for is among them.
std::vector<Rational> shown_losses(const Rational& theta);

std::string distance_text(const DistanceReport& report, std::size_t width);
nlohmann::ordered_json distance_json(const DistanceReport& report);
// distance,loss of each step, exact decimals or fractions.
std::string distance_csv(const DistanceReport& report);
// Both distances by the share that is left out.
CurveChart distance_chart(const DistanceReport& report);

}  // namespace selvage
