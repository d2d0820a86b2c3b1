// A mean, a trimmed mean, a ridge or a logistic regression with an average-case
// promise: noise for what almost every replaced row moves it by, as pairs of rows of
// the table show, and not for what the worst one could. The scale is drawn from a
// public list, or smooth. Privacy: T330 to T336. Whom it does not protect:
// docs/average-case.md.
#pragma once
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/notes_of_drawn.hpp"
#include "selvage/mechanism/sampled_sensitivity/sampled_terms.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

class SampledMechanism : public Mechanism, public NotesOfDrawn {
 public:
  // Of the column and verb of the question. Writes the request into it. Refuses what is
  // wrong with a request, naming its field.
  static Result<std::shared_ptr<const SampledMechanism>> make(
      Question question, const SampledRequest& request,
      const SampledLimits& limits = {});

  const Question& question() const { return question_; }
  const SampledTerms& terms() const { return terms_; }
  const SampledModel& model() const { return statistic_->model(); }
  // The part of a run that draws, from how many pairs lie within the scales and from
  // the values.
  Drawn draw(std::span<const std::int64_t> within, std::span<const std::int64_t> values,
             RandomSource& random) const;
  std::vector<std::int64_t> within(const SampledTable& rows) const;

  std::string name() const override { return "sampled_sensitivity"; }
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
  Needs needs() const override;
  Result<Drawn> run(Reader& reader, RandomSource& random) const override;
  bool can_draw(const Drawn& drawn) const override;
  Answer answer(const Drawn& drawn, const Rational& confidence) const override;
  Quantity quantity(const Series& number, const Rational& confidence) const override;
  std::vector<std::string> notes_of(const Drawn& drawn) const override;
  Evidence evidence(Effort effort) const override;

 private:
  SampledMechanism(Question question, std::shared_ptr<const SampledStatistic> statistic,
                   SampledTerms terms);

  const SampledRequest& asked() const { return terms_.asked; }
  // The part of a run that adds noise of a scale.
  std::vector<std::int64_t> noisy(std::span<const std::int64_t> values,
                                  const Rational& scale, RandomSource& random) const;
  std::size_t drawn_scale(std::span<const std::int64_t> within,
                          RandomSource& random) const;
  // How far a number is off on average where the noise hides so many steps.
  std::string error_text(std::size_t scale) const;
  std::string average_case_warning() const;

  Question question_;
  std::shared_ptr<const SampledStatistic> statistic_;
  SampledTerms terms_;
};

}  // namespace selvage
