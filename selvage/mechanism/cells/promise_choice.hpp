// From noise and caps to what is promised: the derivations of a plan as a pure function
// of what a certificate tells, so that whoever plans and whoever verifies make them in
// the same way.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "selvage/guarantee/derivation.hpp"
#include "selvage/guarantee/key_threshold.hpp"
#include "selvage/mechanism/cells/noise.hpp"

namespace selvage {

// How what one person has in several cells and numbers is added up.
enum class Composition {
  sum,           // epsilons [T6]
  optimal,       // of the cells [T23, T32]
  zcdp,          // of Gaussian noise [T25, T26]
  privacy_loss,  // of Gaussian noise [T22, T24]
};

// All that must be chosen besides noise and caps.
struct PromiseChoice {
  Composition composition = Composition::sum;
  Rational delta = 0;  // where the composition or the law leaves it
};

// What there is to promise about. Numbers that are told together are one entry. [T95]
struct NoisyNumbers {
  std::vector<Noise> noise;           // of each number
  std::vector<std::int64_t> per_row;  // the most by which one row changes each
  PersonShare share;
  std::optional<std::int64_t> key_threshold = std::nullopt;  // in units of this count
  KeyCount key_count = {};
};

// Cells of a person that are told one by one: more would take long to compose.
inline constexpr std::int64_t kMostOptimal = 4096, kMostLosses = 1024;

// The derivations of added noise; the first is dp. Fails where that choice does not
// apply to this noise.
Result<std::vector<Derivation>> added_promises(const NoisyNumbers& numbers,
                                               const PromiseChoice& choice);

// The sum of squares by which one person changes a number's cells. [T30]
Rational squared_sensitivity(const PersonShare& share, std::int64_t per_row);

// What is said where that choice does not apply.
Error no_such_promise();

// As in certificates; none for what is no choice. Other words are not looked at.
nlohmann::ordered_json to_json(const PromiseChoice& choice);
std::optional<PromiseChoice> read_promise_choice(const nlohmann::ordered_json& json);

}  // namespace selvage
