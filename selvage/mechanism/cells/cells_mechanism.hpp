// Numbers in cells with noise that is added, behind the seam: counts, sums, means and
// variances.
#pragma once
#include "selvage/mechanism/cells/plan.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

class CellsMechanism : public Mechanism {
 public:
  // `notes`: lines for the plan on how it was chosen.
  CellsMechanism(Question question, CellsPlan plan, std::vector<PlanLine> notes = {})
      : question_(std::move(question)),
        plan_(std::move(plan)),
        notes_(std::move(notes)) {}

  const CellsPlan& plan() const { return plan_; }

  std::string name() const override;
  std::string reason() const override { return plan_.reason; }
  Json law() const override;
  Json shown() const override;
  std::optional<std::int64_t> fewer_than() const override;
  std::vector<std::pair<std::string, std::string>> parameters() const override;
  std::vector<Derivation> guarantees() const override { return plan_.derivations; }
  std::vector<ErrorRow> errors(const std::optional<Prior>& prior,
                               const Rational& confidence) const override;
  std::vector<Accuracy> accuracy(const Rational& confidence) const override;
  std::vector<PlanLine> plan_lines(const Prior& prior,
                                   const Rational& confidence) const override;
  Json plan_numbers(const Prior& prior, const Rational& confidence) const override;
  std::vector<std::string> warnings(const Rational& confidence) const override;
  Needs needs() const override;
  Result<Drawn> run(Reader& reader, RandomSource& random) const override;
  bool can_draw(const Drawn& drawn) const override;
  Answer answer(const Drawn& drawn, const Rational& confidence) const override;
  Quantity quantity(const Series& number, const Rational& confidence) const override;
  Evidence evidence(Effort effort) const override;  // see cells_evidence.hpp

 private:
  Question question_;
  CellsPlan plan_;
  std::vector<PlanLine> notes_;
};

}  // namespace selvage
