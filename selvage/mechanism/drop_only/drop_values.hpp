// A maximum, a minimum, a range, a quantile, or the highest bin of at least K people,
// each read off bins whose counts are never above the truth: exactly that of a table
// from which a few people were dropped. (epsilon, delta). T162 to T165.
#pragma once
#include "selvage/mechanism/drop_only/drop_terms.hpp"
#include "selvage/mechanism/extremes/tail_bins.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/sets_aside.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

struct DropValuesRequest {
  NumericBins bins;
  std::optional<Rational> at = std::nullopt;            // of a quantile
  std::optional<std::int64_t> at_least = std::nullopt;  // of max-k
};

class DropValues : public Mechanism, public SetsAside {
 public:
  // Of the column, people and groups of the question, whose verb is max, min, range,
  // quantile or max-k. Writes the request into it. Refuses what is wrong, naming its
  // field.
  static Result<std::shared_ptr<const DropValues>> make(Question question,
                                                        DropValuesRequest request,
                                                        const Rational& epsilon,
                                                        const Rational& delta);
  // The same with terms that a certificate tells.
  static Result<std::shared_ptr<const DropValues>> of_terms(Question question,
                                                            DropValuesRequest request,
                                                            DropTerms terms);

  const Question& question() const { return question_; }
  const DropTerms& terms() const { return terms_; }
  // People above the bin of a maximum (below that of a minimum), but for this risk.
  std::int64_t most_beyond(const Rational& risk) const;

  std::string name() const override { return "drop_only_value"; }
  std::string reason() const override;
  Json law() const override;
  Json shown() const override;
  std::vector<std::pair<std::string, std::string>> parameters() const override;
  std::vector<Derivation> guarantees() const override { return {terms_.derivation()}; }
  std::vector<ErrorRow> errors(const std::optional<Prior>&,
                               const Rational&) const override {
    return {};
  }
  std::vector<Accuracy> accuracy(const Rational& confidence) const override;
  std::vector<AccuracyDerivation> accuracy_derivations(
      const Rational& confidence) const override;
  std::vector<OpenEnds> open_ends() const override;
  std::vector<PlanLine> plan_lines(const Prior& prior,
                                   const Rational& confidence) const override;
  Json plan_numbers(const Prior& prior, const Rational& confidence) const override;
  std::vector<std::string> warnings(const Rational& confidence) const override;
  Needs needs() const override;
  Result<Drawn> run(Reader& reader, RandomSource& random) const override;
  bool can_draw(const Drawn& drawn) const override;
  Answer answer(const Drawn& drawn, const Rational& confidence) const override;
  Quantity quantity(const Series& number, const Rational& confidence) const override;
  Evidence evidence(Effort effort) const override;

 private:
  DropValues(Question question, DropValuesRequest request, Grid grid, TailBins bins,
             DropTerms terms);
  std::int64_t bars() const { return static_cast<std::int64_t>(bins_.size()); }
  // The places of the answer in one group: of a range two, else one; none where
  // nothing is left.
  std::vector<std::size_t> places_of(std::span<const std::int64_t> counts) const;
  // The end of a bin, in units of the answer.
  std::int64_t end_of(std::size_t bin, bool upper) const;
  std::string range_sentence() const;

  Question question_;
  DropValuesRequest request_;
  Grid grid_;
  Rational unit_;
  TailBins bins_;
  DropTerms terms_;
};

}  // namespace selvage
