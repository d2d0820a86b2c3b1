// One quantile of a column about which nothing is known but the public unit of its
// codes, at pure epsilon: the code v is drawn with a probability proportional to
// w(v) exp(-penalty(v)), w the universal prior (quantile_law.hpp).
// Privacy: T91. The exact draw: T92. Accuracy: T93.
#pragma once
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/quantile/quantile_law.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

struct QuantileRequest {
  Rational at = Rational(1, 2);
  Rational epsilon;
  Rational unit = Rational(1, 1'000'000);  // values are rounded to multiples of it
};

class QuantileMechanism : public Mechanism {
 public:
  static constexpr int kExponent = 60;  // of the prior

  // Of the column and the people of the question, which must have no groups. Writes at
  // and unit into it. Refuses what is wrong with a request, naming its field.
  static Result<std::shared_ptr<const QuantileMechanism>> make(
      Question question, const QuantileRequest& request);

  const Question& question() const { return question_; }

  std::string name() const override { return "universal_quantile"; }
  std::string reason() const override;
  Json law() const override;
  Json shown() const override;
  std::vector<std::pair<std::string, std::string>> parameters() const override;
  std::vector<Derivation> guarantees() const override;
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
  Evidence evidence(Effort effort) const override;

 private:
  QuantileMechanism(Question question, const QuantileRequest& request, Grid grid);

  std::int64_t rows_per_person() const;
  std::int64_t most() const { return terms_.prior.most(); }  // the largest code
  // Beside these ranks nothing weighs 2^-128 of the whole. [T92]
  RankRequest ranks() const;
  std::string series() const;  // "median", "0.9 quantile"
  // The sizes from which on values count as the last one, and below which as 0.
  std::string range_sentence() const;

  Question question_;
  QuantileRequest request_;
  Grid grid_;
  QuantileTerms terms_;
};

}  // namespace selvage
