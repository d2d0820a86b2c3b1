// An interquartile range, a median or a trimmed mean as the robust-statistics paper
// [DL09] has them, repaired: tests whether few people could move the answer far, then
// noise. The number of people is said, and taken as public; whatever the table has,
// the run is the same. (epsilon, delta). Privacy: T134, T186, T187.
#pragma once
#include <variant>

#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/sets_aside.hpp"
#include "selvage/mechanism/tested/tested_location.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

struct TestedRequest {
  enum class Kind { scale, median, trimmed_mean };
  Kind kind = Kind::median;
  std::int64_t people = 0;
  Rational epsilon, delta;
  Rational unit = Rational(1, 1'000'000);  // of the codes
  Rational trimmed = Rational(1, 10);      // of a trimmed mean: of all rows
  std::int64_t steps_per_bin = 16;         // fewer for tests that walk every outcome
  // For experiments: of all tests, in the place of that for the delta.
  std::optional<std::int64_t> margin = std::nullopt;
};

// Of how many equal shares epsilon and delta are. [T134]
struct TestedParts {
  std::int64_t epsilon, delta;
};
TestedParts tested_parts(TestedRequest::Kind kind);

class TestedMechanism : public Mechanism, public SetsAside {
 public:
  // Of the column and the people of the question. Writes the request into it. Refuses
  // what is wrong with a request, naming its field.
  static Result<std::shared_ptr<const TestedMechanism>> make(Question question,
                                                             TestedRequest request);

  const Question& question() const { return question_; }

  std::string name() const override;
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
  std::vector<OpenEnds> range_ends() const override;
  Evidence evidence(Effort effort) const override;

 private:
  using Kind = TestedRequest::Kind;
  using Location = std::variant<TestedScale, TestedMedian, TestedTrimmedMean>;
  TestedMechanism(Question question, TestedRequest request, Grid grid,
                  Location location);

  // What a run reads of a table: rows by rank, and of a trimmed mean their sum.
  struct Read {
    std::vector<RankWindow> windows;
    Int128 sum = 0;
  };
  Result<Read> read(Reader& reader) const;
  const TestedScale& scale() const;
  const TestShare& share() const { return scale().share(); }
  std::string series() const;  // "IQR", "median", "trimmed mean"
  std::string people_word() const;
  std::string most_text() const;  // the largest size of a code
  std::string range_sentence() const;
  // How likely an answer is, where the values lie as in a normal law, or as in a
  // lognormal one. For plans.
  double answer_chance(double people, bool lognormal) const;
  // From how many people on an answer has this probability, where the values lie as in
  // a normal law, or as in a lognormal one; at this request. For plans.
  std::optional<std::int64_t> people_needed(bool lognormal,
                                            const Rational& confidence) const;
  // From what was told of a scale, and from what was told afterwards, with this risk.
  Estimate scale_estimate(std::int64_t told, const Rational& risk) const;
  Estimate second_estimate(const ToldTwice& told, const Rational& risk) const;

  Question question_;
  TestedRequest request_;
  Grid grid_;
  Location location_;
};

}  // namespace selvage
