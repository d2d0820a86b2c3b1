// The maximum-margin separator of two labels: the plane that lies as far as possible
// from the points of both, on a public grid, once a few people were dropped from every
// point. (epsilon, delta). Privacy: T160 to T162. The plane: T210, T211. How far it is
// from that of the table: T212.
#pragma once
#include "selvage/mechanism/drop_only/drop_terms.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/separator/max_margin.hpp"
#include "selvage/mechanism/separator/separator_request.hpp"
#include "selvage/mechanism/sets_aside.hpp"

namespace selvage {

class SeparatorMechanism : public Mechanism, public SetsAside {
 public:
  // `question.column` is that of the labels. Writes the request into the question.
  // Refuses what is wrong, naming its field.
  static Result<std::shared_ptr<const SeparatorMechanism>> make(
      Question question, SeparatorRequest request, const Rational& epsilon,
      const Rational& delta);
  // The same with terms that a certificate tells.
  static Result<std::shared_ptr<const SeparatorMechanism>> of_terms(
      Question question, SeparatorRequest request, DropTerms terms);

  const Question& question() const { return question_; }

  std::string name() const override { return "drop_only_separator"; }
  std::string reason() const override;
  Json law() const override;
  Json shown() const override;
  std::vector<std::pair<std::string, std::string>> parameters() const override;
  std::vector<Derivation> guarantees() const override { return {terms_.derivation()}; }
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
  // Numbers: how many are left of either label, then the supports, as 2 * place +
  // label in rising order, and -1 where there are fewer than one more than axes.
  Result<Drawn> run(Reader& reader, RandomSource& random) const override;
  bool can_draw(const Drawn& drawn) const override;
  Answer answer(const Drawn& drawn, const Rational& confidence) const override;
  Quantity quantity(const Series& number, const Rational& confidence) const override;
  Evidence evidence(Effort effort) const override;

  static constexpr std::int64_t kNoSupport = -1;
  // Coefficients, offset and margin are rounded to these, so that none has more than 19
  // digits. Public.
  Rational unit_of_coefficient(std::size_t axis) const;
  Rational unit_of_offset() const;

 private:
  SeparatorMechanism(Question question, SeparatorRequest request, Domain domain,
                     DropTerms terms);
  std::int64_t bars() const { return 2 * request_.points(); }
  std::string grid_sentence() const;
  // The plane that such supports decide; none where there are none, or where they
  // decide none.
  std::optional<MaxMargin> margin_of(const Drawn& drawn) const;
  LabelledPoint support(std::int64_t code) const;

  Question question_;
  SeparatorRequest request_;
  Domain domain_;  // of the cells that are counted
  DropTerms terms_;
};

}  // namespace selvage
