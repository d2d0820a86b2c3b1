// A histogram with an average-case promise: noise in the full cells alone where few
// people can be alone in a cell, whatever the population is, and noise in every cell
// else. Decided on public numbers. Privacy: T232. Whom it does not protect:
// docs/average-case.md.
#pragma once
#include "selvage/mechanism/cells/plan.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/sparse_histogram/sparse_terms.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

// Whether a person may be in several cells, and counts once in each.
bool in_any_cells(const Question& question);
// That a person can be in: those of the question, and where some rows are left out and
// nobody is in two cells, one more for these. [T232, T346]
std::uint64_t sparse_cells_of(const Question& question);

class SparseHistogram : public Mechanism {
 public:
  // Of the cells of the question, whose verb is histogram or count. Refuses what is
  // wrong with a request, naming its field.
  static Result<std::shared_ptr<const SparseHistogram>> make(Question question,
                                                             SparseTerms terms);

  const SparseTerms& terms() const { return terms_; }

  std::string name() const override { return "sparse_histogram"; }
  std::string reason() const override;
  Json law() const override;
  Json shown() const override;
  std::vector<std::pair<std::string, std::string>> parameters() const override;
  std::vector<Derivation> guarantees() const override { return {terms_.derivation()}; }
  std::vector<ErrorRow> errors(const std::optional<Prior>& prior,
                               const Rational& confidence) const override;
  std::vector<Accuracy> accuracy(const Rational& confidence) const override;
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
  SparseHistogram(Question question, CellsPlan plan, SparseTerms terms)
      : question_(std::move(question)),
        plan_(std::move(plan)),
        terms_(std::move(terms)) {}

  Question question_;
  CellsPlan plan_;
  SparseTerms terms_;
};

}  // namespace selvage
