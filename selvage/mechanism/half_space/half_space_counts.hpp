// How many people lie in each of a few half-spaces, their values rounded to a public
// grid: whole counts with discrete Laplace noise. epsilon, no delta. Privacy: T4, T30.
// Between which planes the count lies, but for the noise: T217.
#pragma once
#include "selvage/guarantee/person_share.hpp"
#include "selvage/mechanism/half_space/half_space.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/separator/separator_request.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

inline constexpr std::size_t kMostHalfSpaces = 100;

struct HalfSpaceRequest {
  std::vector<HalfSpace> half_spaces;
  std::vector<SeparatorAxis> axes;  // the grids, one for each column
  Rational epsilon;

  std::string half_spaces_text() const;  // with "; " between them
};

class HalfSpaceCounts : public Mechanism {
 public:
  // Writes the request into the question. Refuses what is wrong, naming its field.
  static Result<std::shared_ptr<const HalfSpaceCounts>> make(Question question,
                                                             HalfSpaceRequest request);
  const Question& question() const { return question_; }

  std::string name() const override { return "half_space_counts"; }
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

  // By how much a sum may be off when every value counts as the middle of its step.
  Rational moved(std::size_t half_space) const;

 private:
  HalfSpaceCounts(Question question, HalfSpaceRequest request, Domain domain,
                  const PersonShare& share);
  std::int64_t sensitivity() const;
  Rational scale() const { return Rational(sensitivity()) / request_.epsilon; }
  std::string grid_sentence() const;
  const SeparatorAxis& axis_of(const std::string& column) const;

  Question question_;
  HalfSpaceRequest request_;
  Domain domain_;
  PersonShare share_;
};

}  // namespace selvage
