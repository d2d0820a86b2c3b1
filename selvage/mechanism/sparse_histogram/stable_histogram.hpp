// A histogram whose empty cells are 0 surely, for everybody: noise in the full cells,
// and what does not reach a threshold is 0 too. (epsilon, delta). Privacy: T31.
#pragma once
#include "selvage/mechanism/cells/plan.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/verb.hpp"

namespace selvage {

class StableHistogram : public Mechanism {
 public:
  // Of the cells of the question, whose verb is histogram or count.
  static Result<std::shared_ptr<const StableHistogram>> make(Question question,
                                                             const Rational& epsilon,
                                                             const Rational& delta);
  // The same with terms that a certificate tells.
  static Result<std::shared_ptr<const StableHistogram>> of_terms(
      Question question, const LaplaceNoise& noise, std::int64_t threshold);

  const LaplaceNoise& noise() const { return noise_; }
  std::int64_t threshold() const { return threshold_; }

  std::string name() const override { return "stable_histogram"; }
  std::string reason() const override;
  Json law() const override;
  Json shown() const override;
  std::vector<std::pair<std::string, std::string>> parameters() const override;
  std::vector<Derivation> guarantees() const override { return plan_.derivations; }
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
  StableHistogram(Question question, CellsPlan plan, LaplaceNoise noise,
                  std::int64_t threshold)
      : question_(std::move(question)),
        plan_(std::move(plan)),
        noise_(std::move(noise)),
        threshold_(threshold) {}
  // The most by which a count errs, with this probability at least.
  std::int64_t bound(const Rational& confidence) const;

  Question question_;
  CellsPlan plan_;
  LaplaceNoise noise_;
  std::int64_t threshold_;
};

// A verb of counts that with `full_cells` takes the release from which the least error
// is expected on a table with so many full cells. [T239]
Verb with_full_cells(Verb usual);

}  // namespace selvage
