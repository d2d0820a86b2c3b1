// Which drop keeps a promise to one person: from epsilon, delta and what a person has,
// and from nothing else. [T161, T162]
#pragma once
#include <memory>

#include <nlohmann/json_fwd.hpp>

#include "selvage/guarantee/derivation.hpp"
#include "selvage/guarantee/person_share.hpp"
#include "selvage/one_sided/drop_table.hpp"
#include "selvage/random/inversion/integer_table.hpp"

namespace selvage {

struct DropTerms {
  Rational epsilon, row_delta;  // of one row
  Rational delta;               // promised to a person
  PersonShare share;
  std::shared_ptr<const DropTable> table;
  std::shared_ptr<const IntegerTable> draws;  // the same weights

  // For one person with all of their rows. Refuses what is wrong, naming the field.
  static Result<DropTerms> make(const Rational& epsilon, const Rational& delta,
                                const PersonShare& share);
  // As a law tells them, with whatever promise it claims.
  static Result<DropTerms> of(const Rational& epsilon, const Rational& row_delta,
                              const Rational& delta, const PersonShare& share);

  std::int64_t width() const { return table->width(); }
  Derivation derivation() const;
  // epsilon, row_delta, delta, width, share.
  nlohmann::ordered_json law() const;
};

// The terms that a law tells of; none where it tells of none. Whether they are those of
// the question is for whoever asks.
std::optional<DropTerms> drop_terms_in(const nlohmann::ordered_json& law);

// Counts in place: max(0, count - drop), a draw for each, also for empty ones.
void drop_from(std::span<std::int64_t> counts, const IntegerTable& draws,
               class RandomSource& random);

}  // namespace selvage
