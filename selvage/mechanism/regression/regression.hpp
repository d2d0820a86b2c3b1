// Linear regression of one column on others, of which nothing is known but the public
// unit of their values, at pure epsilon. People fall into a public number of blocks at
// random; least squares are solved exactly in each block; each coefficient is the
// median of its values in the blocks, drawn as quantile/ draws one. How many blocks had
// a fit is released too, and says whether there is an answer at all.
// Privacy: T140 to T142. Accuracy: T143.
#pragma once
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/quantile/cell_bounds.hpp"
#include "selvage/mechanism/regression/block_fit.hpp"
#include "selvage/mechanism/regression/regression_request.hpp"

namespace selvage {

class RegressionMechanism : public Mechanism {
 public:
  // Stands where there is no answer.
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();

  // Of the question's column on those of the request. Writes the request into it.
  // Refuses what is wrong with a request, naming its field.
  static Result<std::shared_ptr<const RegressionMechanism>> make(
      Question question, RegressionRequest request, const RegressionSize& size = {});

  const Question& question() const { return question_; }
  std::int64_t blocks() const;

  std::string name() const override { return "block_regression"; }
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
  Quantity quantity(const Series& number, const Rational& confidence) const override;
  Evidence evidence(Effort effort) const override;

 private:
  RegressionMechanism(Question question, RegressionRequest request,
                      const RegressionSize& size);

  std::int64_t coefficients() const { return request_.coefficients(); }
  std::string series(std::size_t coefficient) const;  // "intercept", "slope of age"
  std::string unit_text() const;
  FitUnits units() const;
  Rational slope() const;             // of the law of one median
  Rational count_scale() const;       // of the noise on the number of blocks with a fit
  std::int64_t least_fitted() const;  // below it there is no answer
  std::int64_t advised_rows() const;

  // One coefficient, from its codes in the blocks. [T140]
  std::int64_t draw_median(std::vector<std::int64_t> codes, RandomSource& random) const;
  // The noisy number of blocks with a fit. [T142]
  std::int64_t draw_fitted(std::int64_t fitted, RandomSource& random) const;
  // Both ends around a drawn median, from the same codes. [T271]
  CodeInterval draw_ends(std::int64_t median, std::vector<std::int64_t> codes,
                         RandomSource& random) const;
  bool shows_intervals(const Rational& confidence) const;
  BlockRequest block_request(RandomSource& random) const;

  std::string range_sentence() const;
  std::string few_blocks_words() const;

  Question question_;
  RegressionRequest request_;
  RegressionSize size_;
  CodeScale scale_;      // of coefficients
  QuantileTerms terms_;  // of one median
};

}  // namespace selvage
