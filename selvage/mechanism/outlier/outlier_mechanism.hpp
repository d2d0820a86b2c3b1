// Counts of people in cells under a profile, behind the seam: W, and the mechanisms of
// [LP15] for comparison.
#pragma once
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/outlier/outlier_plan.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

class OutlierMechanism : public Mechanism {
 public:
  OutlierMechanism(Question question, OutlierPlan plan)
      : question_(std::move(question)), plan_(std::move(plan)) {}

  const OutlierPlan& plan() const { return plan_; }

  std::string name() const override;
  std::string reason() const override { return plan_.reason; }
  Json law() const override;
  Json shown() const override;
  std::optional<std::int64_t> fewer_than() const override;
  std::vector<std::pair<std::string, std::string>> parameters() const override;
  std::vector<Derivation> guarantees() const override { return plan_.derivations; }
  std::vector<ProfileStep> profile() const override;
  Rational profile_delta() const override;
  std::vector<ErrorRow> errors(const std::optional<Prior>& prior,
                               const Rational& confidence) const override;
  // None: the error depends on the count.
  std::vector<Accuracy> accuracy(const Rational& /*confidence*/) const override {
    return {};
  }
  std::vector<PlanLine> plan_lines(const Prior& prior,
                                   const Rational& confidence) const override;
  Json plan_numbers(const Prior& prior, const Rational& confidence) const override;
  std::vector<std::string> warnings(const Rational& confidence) const override;
  Needs needs() const override;
  Result<Drawn> run(Reader& reader, RandomSource& random) const override;
  bool can_draw(const Drawn& drawn) const override;
  Answer answer(const Drawn& drawn, const Rational& confidence) const override;
  Quantity quantity(const Series& number, const Rational& confidence) const override;
  Evidence evidence(Effort effort) const override;  // see profile_evidence.hpp
  std::optional<Interval> class_epsilon(std::int64_t people) const override;

 private:
  Question question_;
  OutlierPlan plan_;
};

}  // namespace selvage
