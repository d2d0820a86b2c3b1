// Counts in cells, none above the truth and none below it by more than a public width:
// a histogram, which cells hold anybody, or the cell that holds most. (epsilon, delta).
// Privacy: T160 to T162. What is known afterwards: T163. Statistics: T165.
#pragma once
#include "selvage/mechanism/cells/plan.hpp"
#include "selvage/mechanism/drop_only/drop_terms.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/sets_aside.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

class DropCounts : public Mechanism, public SetsAside {
 public:
  // Of the cells and people of the question, whose verb is histogram, count, support or
  // mode. Refuses what is wrong with a request, naming its field.
  static Result<std::shared_ptr<const DropCounts>> make(
      Question question, const Rational& epsilon, const Rational& delta,
      std::optional<std::int64_t> fewer_than);
  // The same with terms that a certificate tells.
  static Result<std::shared_ptr<const DropCounts>> of_terms(
      Question question, DropTerms terms, std::optional<std::int64_t> fewer_than);

  const Question& question() const { return question_; }
  const DropTerms& terms() const { return terms_; }

  std::string name() const override { return plan_.numbers[0].noise->name(); }
  std::string reason() const override;
  Json law() const override;
  Json shown() const override;
  std::optional<std::int64_t> fewer_than() const override;
  std::vector<std::pair<std::string, std::string>> parameters() const override;
  std::vector<Derivation> guarantees() const override { return plan_.derivations; }
  std::vector<ErrorRow> errors(const std::optional<Prior>& prior,
                               const Rational& confidence) const override;
  std::vector<Accuracy> accuracy(const Rational& confidence) const override;
  std::vector<AccuracyDerivation> accuracy_derivations(
      const Rational& confidence) const override;
  std::vector<PlanLine> plan_lines(const Prior& prior,
                                   const Rational& confidence) const override;
  Json plan_numbers(const Prior& prior, const Rational& confidence) const override;
  std::vector<std::string> warnings(const Rational& confidence) const override;
  Needs needs() const override { return {.reading = plan_.reading}; }
  Result<Drawn> run(Reader& reader, RandomSource& random) const override;
  bool can_draw(const Drawn& drawn) const override;
  Answer answer(const Drawn& drawn, const Rational& confidence) const override;
  Quantity quantity(const Series& number, const Rational& confidence) const override;
  Evidence evidence(Effort effort) const override;

 private:
  DropCounts(Question question, CellsPlan plan, DropTerms terms)
      : question_(std::move(question)),
        plan_(std::move(plan)),
        terms_(std::move(terms)) {}
  bool of_mode() const { return question_.verb == "mode"; }
  // Places of the last column, over which a mode is sought, for each group.
  std::uint64_t places_of_group() const;

  Question question_;
  CellsPlan plan_;
  DropTerms terms_;
};

}  // namespace selvage
