// Rows of a column, drawn at random in proportion to public weights, each with noise on
// top: epsilon, no delta. One row of a table of many is hidden among the others
// already; the noise hides the rest. Privacy: T311, T312. Accuracy: T313.
#pragma once
#include "selvage/guarantee/person_share.hpp"
#include "selvage/guarantee/private_draw.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/sample/sample_request.hpp"
#include "selvage/mechanism/sets_aside.hpp"

namespace selvage {

class SampleMechanism : public Mechanism, public SetsAside {
 public:
  // `question.column` is the column. Writes the request into the question. Refuses what
  // is wrong, naming its field.
  static Result<std::shared_ptr<const SampleMechanism>> make(Question question,
                                                             SampleRequest request);
  // The same with noise that a certificate tells.
  static Result<std::shared_ptr<const SampleMechanism>> of_scale(Question question,
                                                                 SampleRequest request,
                                                                 const Rational& scale);

  const Question& question() const { return question_; }
  const Rational& scale() const { return scale_; }

  std::string name() const override { return "private_sample"; }
  std::string reason() const override;
  Json law() const override;
  Json shown() const override;
  std::vector<std::pair<std::string, std::string>> parameters() const override;
  std::vector<Derivation> guarantees() const override;
  std::vector<ErrorRow> errors(const std::optional<Prior>&,
                               const Rational&) const override {
    return {};
  }
  std::vector<Accuracy> accuracy(const Rational& confidence) const override;
  std::vector<AccuracyDerivation> accuracy_derivations(
      const Rational& confidence) const override;
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

  // What each place weighs once the rows that are missing stand at the middle: the law
  // of the query is in proportion to it. [T312]
  std::vector<std::int64_t> masses(const std::vector<std::int64_t>& rows) const;

 private:
  SampleMechanism(Question question, SampleRequest request, Domain domain,
                  const PersonShare& share, Rational scale);
  // What one person moves of the law of a draw, at most.
  Rational theta() const;
  Rational epsilon_of_draw() const { return request_.epsilon / request_.draws; }
  std::int64_t noise_bound(const Rational& confidence) const;
  std::string grid_sentence() const;

  Question question_;
  SampleRequest request_;
  Domain domain_;
  PersonShare share_;
  Rational scale_;
};

}  // namespace selvage
