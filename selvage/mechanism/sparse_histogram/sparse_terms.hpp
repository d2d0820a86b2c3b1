// What an average-case histogram promises and which cells it gives noise: from what was
// asked and from public numbers, and from nothing else. [T232]
#pragma once
#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "selvage/guarantee/derivation.hpp"
#include "selvage/mechanism/cells/noise.hpp"

namespace selvage {

struct SparseTerms {
  Rational asked_alpha, asked_gamma;
  std::int64_t people;  // public, and that of the table
  std::uint64_t cells;  // of the domain
  LaplaceNoise noise;
  // That people who are alone in a cell are told, rounded up; none where that is more
  // than was asked for. Then every cell has noise, and the promise is dp.
  std::optional<Rational> gamma;

  // Refuses what is wrong, naming the field.
  static Result<SparseTerms> make(const Rational& alpha, const Rational& gamma,
                                  std::int64_t people, std::uint64_t cells);

  bool full_cells_only() const { return gamma.has_value(); }
  Rational alpha() const { return Rational(2) / noise.scale; }
  Derivation derivation() const;
  // How many people are expected to have no protection, rounded up.
  std::int64_t exposed() const;
  nlohmann::ordered_json law() const;
};

// Those of a law, made anew; none where it tells of none.
std::optional<SparseTerms> sparse_terms_in(const nlohmann::ordered_json& law);

}  // namespace selvage
