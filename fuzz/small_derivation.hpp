// Which derivations a fuzzer may have recomputed. Promises are composed on a lattice,
// exactly: that may take seconds for large ones, which would be all that a fuzzer does.
#pragma once
#include <algorithm>
#include <optional>

#include "selvage/guarantee/derivation.hpp"

namespace selvage {

inline constexpr std::int64_t kMost = 256;          // of shifts, variances and times
inline constexpr std::int64_t kMostEntries = 4096;  // of the lattice
inline constexpr std::size_t kLongest = 60;         // of a number

// No loss of the promise is larger, but for delta; none if its law is large.
inline std::optional<Rational> largest_loss(const Promise& promise) {
  if (const auto* dp = std::get_if<DpPromise>(&promise)) return absolute(dp->epsilon);
  if (const auto* laplace = std::get_if<LaplaceLossPromise>(&promise)) {
    if (laplace->shift > kMost) return std::nullopt;
    return laplace->scale.sign() > 0 ? Rational(laplace->shift) / laplace->scale : 0;
  }
  if (const auto* gaussian = std::get_if<GaussianLossPromise>(&promise)) {
    const auto& [variance, shift] = *gaussian;
    if (variance > kMost || shift > kMost) return std::nullopt;
    return variance.sign() > 0
               ? (Rational(shift) + (variance + 1) * 26) * shift / variance
               : 0;
  }
  return Rational(0);  // refused
}

// The laws of mechanisms with thresholds, and of sampled crowds, are tabulated.
inline bool has_small_law(const Derivation& node) {
  const Rational least(1, 8);
  const auto is_small_number = [&](const Rational& value, bool is_rate) {
    return value.text().size() <= kLongest && absolute(value) <= kMost &&
           !(is_rate && value.sign() > 0 && value < least);
  };
  for (const auto& [name, input] : node.inputs) {
    const bool is_rate = name.find("epsilon") != std::string::npos || name == "first" ||
                         name == "rate_high";
    if (const auto* value = std::get_if<Rational>(&input))
      if (!is_small_number(*value, is_rate)) return false;
    if (const auto* profile = std::get_if<std::vector<ProfileStep>>(&input))
      for (const auto& [limit, epsilon] : *profile)
        if (limit.value_or(0) > 999 ||
            (!epsilon.is_infinite() && !is_small_number(epsilon.finite(), true)))
          return false;
  }
  return true;
}

inline bool is_small(const Derivation& node) {
  if (node.rule == "staircase_cells" || node.rule == "lower_bound_cells" ||
      node.rule == "distributional_from_outlier")
    return has_small_law(node);
  if (node.rule != "composition_by_privacy_loss" && node.rule != "optimal_composition")
    return true;
  Rational loss = 0, step = 0;
  for (const auto& [name, input] : node.inputs) {
    const auto* value = std::get_if<Rational>(&input);
    if (value == nullptr) return true;  // refused
    if (value->text().size() > kLongest) return false;
    if (name.starts_with("times_") && *value > kMost) return false;
    if (name == "step") step = *value;
  }
  for (const Derivation& premise : node.premises) {
    const auto largest = largest_loss(premise.conclusion.promise);
    if (!largest || largest->text().size() > kLongest) return false;
    loss = loss + *largest * kMost * 2;
  }
  return node.premises.size() == 1 || loss <= step * kMostEntries;
}

inline bool all_small(const Derivation& node) {
  return is_small(node) &&
         std::all_of(node.premises.begin(), node.premises.end(), all_small);
}

}  // namespace selvage
