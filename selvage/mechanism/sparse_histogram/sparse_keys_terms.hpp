// What an average-case histogram promises where keys are not known: from what was asked
// and from public numbers, and from nothing else. [T345]
#pragma once
#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "selvage/average_case/singleton_test.hpp"
#include "selvage/guarantee/derivation.hpp"
#include "selvage/mechanism/cells/noise.hpp"

namespace selvage {

struct SparseKeysTerms {
  Rational asked_alpha, asked_gamma, asked_eta;
  std::int64_t people;  // public, and that of the table
  LaplaceNoise noise;   // of the counts: four fifths of alpha
  LaplaceNoise test_noise;
  SingletonTest test;
  std::int64_t threshold;  // of the counts, where the test does not pass
  Rational gamma, eta;     // what is achieved, rounded up

  // Refuses what is wrong, naming the field.
  static Result<SparseKeysTerms> make(const Rational& alpha, const Rational& gamma,
                                      const Rational& eta, std::int64_t people);

  Rational alpha() const;
  // That a key of one person is shown where the test does not pass, at most.
  Interval shown_alone() const;
  Derivation derivation() const;
  // How many people are expected to have no protection, rounded up.
  std::int64_t exposed() const;
  nlohmann::ordered_json law() const;
};

// Those of a law, made anew; none where it tells of none.
std::optional<SparseKeysTerms> sparse_keys_terms_in(const nlohmann::ordered_json& law);

}  // namespace selvage
