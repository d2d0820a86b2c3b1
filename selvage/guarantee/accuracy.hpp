// What an answer promises about its error, before any data is read.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "selvage/base/rational.hpp"

namespace selvage {

enum class Distortion { none, drop, move, drop_move };

// (alpha, beta, gamma): after changing the input by at most alpha (in the distortion),
// the answer is within beta of the truth (in the metric), except with probability
// gamma.
struct Accuracy {
  Rational alpha, beta, gamma;
  Distortion distortion = Distortion::none;
  std::string metric;
  bool operator==(const Accuracy&) const = default;
};

std::string distortion_name(Distortion distortion);
std::optional<Distortion> read_distortion(const std::string& name);

// The noise of one number, known before any data: the answer minus the truth.
struct ErrorStatement {
  Rational mean_absolute;  // an upper bound
  std::int64_t bound = 0;  // |error| <= bound ...
  Rational confidence;     // ... with at least this probability
};

// The error of a count of so many people, where it depends on the count.
struct CountErrorStatement {
  std::int64_t count;
  Rational mean_absolute;  // an upper bound
  std::int64_t bound;      // with the confidence that goes with it
};

std::string sentence(const Accuracy& accuracy);
nlohmann::ordered_json to_json(const Accuracy& accuracy);

}  // namespace selvage
