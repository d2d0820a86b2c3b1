// The largest or the smallest value of a column, or both, at pure epsilon: a bin beyond
// which few rows lie, and how many at most is promised before any data is read.
// Bins: T102. Privacy: T103, T105. The promise: T104, T105.
#pragma once
#include "selvage/mechanism/column_unit.hpp"
#include "selvage/mechanism/extremes/extremes_terms.hpp"
#include "selvage/mechanism/extremes/place_law.hpp"
#include "selvage/mechanism/extremes/tail_bins.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/sets_aside.hpp"
#include "selvage/question/question.hpp"
#include "selvage/summary/calendar_bins.hpp"

namespace selvage {

// Where an extreme is sought.
struct ExtremesRange {
  std::optional<NumericBins> bins = std::nullopt;
  std::optional<CalendarBins> calendar = std::nullopt;
  // Or neither: octaves of codes of numbers; of times of day a bin for each unit.
  ColumnUnit unit = {};

  bool is_given() const { return bins || calendar; }
  std::string text() const;  // of given bins, as they were asked
  // Where given bins begin and end.
  std::string low_text() const { return edge_text(0); }
  std::string high_text() const {
    return edge_text(calendar ? calendar->bins() : bins->bins());
  }

 private:
  std::string edge_text(std::size_t edge) const;
};

struct ExtremesRequest {
  Rational epsilon;
  Rational confidence = Rational(19, 20);  // the terms are the best for it
  ExtremesRange range = {};
  bool exponential = false;
};

class ExtremesMechanism : public Mechanism, public SetsAside {
 public:
  enum class End { lower, upper };

  // Of the column, people and groups of the question, whose verb is max, min or range.
  // Writes bins or unit into it. Refuses what is wrong with a request, naming its
  // field.
  static Result<std::shared_ptr<const ExtremesMechanism>> make(
      Question question, const ExtremesRequest& request);
  // The same with terms that somebody chose.
  static Result<std::shared_ptr<const ExtremesMechanism>> of_terms(
      Question question, const ExtremesRange& range, const ExtremeTerms& terms);

  const Question& question() const { return question_; }
  const ExtremeTerms& terms() const { return terms_; }
  const TailBins& bins() const { return bins_; }
  Rational epsilon() const;
  // Of the rows beyond each end; none where it is not kept with that probability.
  std::optional<std::int64_t> most_beyond_end(const Rational& confidence) const;

  std::string name() const override;
  std::string reason() const override;
  Json law() const override;
  Json shown() const override;
  std::vector<std::pair<std::string, std::string>> parameters() const override;
  std::vector<Derivation> guarantees() const override;
  std::vector<ErrorRow> errors(const std::optional<Prior>& prior,
                               const Rational& confidence) const override;
  std::vector<Accuracy> accuracy(const Rational& confidence) const override;
  std::vector<AccuracyDerivation> accuracy_derivations(
      const Rational& confidence) const override;
  std::vector<OpenEnds> open_ends() const override;
  std::vector<OpenEnds> range_ends() const override;
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
  ExtremesMechanism(Question question, const ExtremesRange& range, Grid grid,
                    TailBins bins, ExtremeTerms terms);

  bool exponential() const { return std::holds_alternative<ExponentialTerms>(terms_); }
  const std::vector<End>& ends() const;
  std::int64_t rows_per_person() const;
  // The law of the places of all ends of all groups, from how many rows of each group
  // have codes from the first one of each bin on: input group * ends + end.
  std::shared_ptr<const PlaceLaw> law_of(
      const std::vector<std::vector<std::int64_t>>& counts) const;
  // The place of a bin, counted towards the end, and the bin of a place.
  std::int64_t turned(End end, std::int64_t place) const;
  Estimate value_of(End end, std::int64_t bin) const;
  std::int64_t range_between(std::int64_t low, std::int64_t high) const;
  std::string rows_word() const;  // "people" where each has one row
  std::string range_sentence() const;
  std::string bins_sentence() const;
  std::string beyond_sentence(const Rational& confidence) const;
  std::string few_sentence() const;

  Question question_;
  ExtremesRange range_;
  Grid grid_;
  Rational unit_;  // of the answer
  std::optional<MomentUnit> moments_;
  TailBins bins_;
  ExtremeTerms terms_;
};

// Of a verb; none for others. The parts that it publishes, in this order.
const std::vector<ExtremesMechanism::End>* ends_of(const std::string& verb);

}  // namespace selvage
