// The rules of noise: what a leaf promises because of what was drawn.
#include "selvage/guarantee/rule.hpp"

#include <algorithm>

#include "selvage/guarantee/key_threshold.hpp"

namespace selvage {
namespace {

Result<Guarantee> conclude_laplace(const Inputs& inputs,
                                   const std::vector<Guarantee>& premises) {
  const Rational& scale = number_in(inputs, "scale");
  const Rational& rows = number_in(inputs, "sensitivity");
  if (!premises.empty() || scale.sign() <= 0 || !rows.is_integer() || rows < 1)
    return misapplied(
        "discrete_laplace_cells takes scale > 0, a whole sensitivity >= 1 and no "
        "premises");
  return Guarantee{DpPromise{rows / scale, 0}, Neighbours::add_remove_person};
}

// The sensitivity, for a noise of this parameter.
Result<std::int64_t> read_noise(const Inputs& inputs,
                                const std::vector<Guarantee>& premises,
                                const char* parameter) {
  const std::int64_t rows = whole_in(inputs, "sensitivity");
  if (!premises.empty() || rows < 1 || number_in(inputs, parameter).sign() <= 0)
    return misapplied(std::string("this rule takes ") + parameter +
                      " > 0, a whole sensitivity >= 1 and no premises");
  return rows;
}

Result<Guarantee> conclude_discrete_laplace_loss(
    const Inputs& inputs, const std::vector<Guarantee>& premises) {
  const auto rows = read_noise(inputs, premises, "scale");
  if (!rows) return rows.error();
  return Guarantee{LaplaceLossPromise{number_in(inputs, "scale"), *rows},
                   Neighbours::add_remove_person};
}

Result<Guarantee> conclude_discrete_gaussian_loss(
    const Inputs& inputs, const std::vector<Guarantee>& premises) {
  const auto rows = read_noise(inputs, premises, "variance");
  if (!rows) return rows.error();
  return Guarantee{GaussianLossPromise{number_in(inputs, "variance"), *rows},
                   Neighbours::add_remove_person};
}

Result<Guarantee> conclude_discrete_gaussian_cells(
    const Inputs& inputs, const std::vector<Guarantee>& premises) {
  const Rational& variance = number_in(inputs, "variance");
  const Rational& squares = number_in(inputs, "squared_sensitivity");
  if (!premises.empty() || variance.sign() <= 0 || squares.sign() <= 0)
    return misapplied(
        "discrete_gaussian_cells takes variance > 0, squared_sensitivity > 0 and no "
        "premises");
  return Guarantee{ZcdpPromise{squares / (variance * 2)},
                   Neighbours::add_remove_person};
}

// The count that is compared: all three inputs of a sum, or none of them.
std::optional<KeyCount> key_count_in(const Inputs& inputs) {
  const auto names = {"draws", "per_row", "sensitivity"};
  const auto there = std::count_if(names.begin(), names.end(), [&](const char* name) {
    return find_number(inputs, name) != nullptr;
  });
  if (there == 0) return KeyCount{};
  if (there != 3) return std::nullopt;
  return KeyCount{whole_in(inputs, "draws"), whole_in(inputs, "per_row"),
                  whole_in(inputs, "sensitivity")};
}

Result<Guarantee> conclude_key_threshold(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises) {
  const Rational& scale = number_in(inputs, "scale");
  const std::int64_t threshold = whole_in(inputs, "threshold");
  const PersonShare share{whole_in(inputs, "rows"), whole_in(inputs, "cells"),
                          whole_in(inputs, "rows_in_cell")};
  const auto count = key_count_in(inputs);
  if (!premises.empty() || !count || !is_key_threshold(scale, threshold, share, *count))
    return misapplied(
        "key_threshold takes scale, threshold, rows, cells and rows_in_cell, with "
        "threshold > rows_in_cell, cells and rows_in_cell at most rows, and rows at "
        "most cells times rows_in_cell; and for a count that is a sum draws, per_row "
        "and sensitivity");
  return Guarantee{DpPromise{Rational(share.rows) * count->sensitivity / scale,
                             key_threshold_delta(scale, threshold, share, *count)},
                   Neighbours::add_remove_person};
}

}  // namespace

std::span<const Rule> noise_rules() {
  static const Rule kRules[] = {
      {"discrete_laplace_cells",
       "T4",
       "independent discrete Laplace noise in every cell hides any one person",
       {"scale", "sensitivity"},
       conclude_laplace},
      {"discrete_laplace_loss",
       "T22",
       "discrete Laplace noise in every cell hides any one person as one shifted draw",
       {"scale", "sensitivity"},
       conclude_discrete_laplace_loss},
      {"discrete_gaussian_loss",
       "T22",
       "discrete Gaussian noise hides one cell's change as one shifted draw",
       {"variance", "sensitivity"},
       conclude_discrete_gaussian_loss},
      {"discrete_gaussian_cells",
       "T25",
       "independent discrete Gaussian noise in every cell hides any one person",
       {"variance", "squared_sensitivity"},
       conclude_discrete_gaussian_cells},
      {"key_threshold",
       "T31",
       "a key that one person alone brings is released with probability delta at most",
       {"scale", "threshold", "rows", "cells", "rows_in_cell", optional_input("draws"),
        optional_input("per_row"), optional_input("sensitivity")},
       conclude_key_threshold},
  };
  return kRules;
}

}  // namespace selvage
