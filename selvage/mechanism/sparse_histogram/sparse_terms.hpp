// What an average-case histogram promises and which cells it gives noise: from what was
// asked and from public numbers, and from nothing else. [T232]
#pragma once
#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "selvage/guarantee/derivation.hpp"
#include "selvage/mechanism/cells/noise.hpp"

namespace selvage {

// Whether such an average-case promise is made at all; refuses, naming the field.
Outcome check_average_case(const Rational& alpha, const Rational& gamma,
                           std::int64_t people);

struct SparseTerms {
  Rational asked_alpha, asked_gamma;
  std::int64_t people;  // public, and that of the table
  std::uint64_t cells;  // that a person can be in; one of them may be told nowhere
  bool in_any_cells;    // a person counts once in every cell, and not in one alone
  LaplaceNoise noise;
  // That people who are alone in a cell are told, rounded up; none where that is more
  // than was asked for. Then every cell has noise, and the promise is dp.
  std::optional<Rational> gamma;

  // Refuses what is wrong, naming the field.
  static Result<SparseTerms> make(const Rational& alpha, const Rational& gamma,
                                  std::int64_t people, std::uint64_t cells,
                                  bool in_any_cells = false);

  bool full_cells_only() const { return gamma.has_value(); }
  // By how much a replaced person changes all counts together, at most.
  Rational changed() const {
    return in_any_cells ? Rational::from_uint64(cells) : Rational(2);
  }
  Rational alpha() const { return changed() / noise.scale; }
  Derivation derivation() const;
  // How many people are expected to have no protection, rounded up.
  std::int64_t exposed() const;
  nlohmann::ordered_json law() const;
};

// Those of a law, made anew; none where it tells of none.
std::optional<SparseTerms> sparse_terms_in(const nlohmann::ordered_json& law,
                                           bool in_any_cells);

}  // namespace selvage
