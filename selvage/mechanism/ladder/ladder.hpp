// One quantile of a column, also far from the middle and of few rows: a search among
// steps of sizes, at pure epsilon, in each group of the question. It is as fine as a
// thousandth of the value, and needs a tenth of the rows that a draw by ranks needs.
// Privacy: T115. What it finds: T169, T170.
#pragma once
#include "selvage/mechanism/column_unit.hpp"
#include "selvage/mechanism/ladder/ladder_search.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/sets_aside.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

struct LadderRequest {
  Rational at;
  Rational epsilon;
  ColumnUnit unit = {};  // of numbers
};

class LadderMechanism : public Mechanism, public SetsAside {
 public:
  // Of the column, the groups and the people of the question. Writes the request into
  // it. Refuses what is wrong with a request, naming its field.
  static Result<std::shared_ptr<const LadderMechanism>> make(
      Question question, const LadderRequest& request,
      const std::optional<LadderSteps>& steps = std::nullopt);

  const Question& question() const { return question_; }
  // What a run reads of each group, and what it draws of one, whatever more is read.
  RankRequest ranks() const;
  std::int64_t draw_group(const RankWindow& window, RandomSource& random) const;
  bool can_be_step(std::int64_t step) const;
  // The code of a step that was drawn; none where the search stopped at once.
  std::optional<std::int64_t> code_of(std::int64_t step) const;

  std::string name() const override { return "quantile_ladder"; }
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
  LadderMechanism(Question question, const LadderRequest& request, Grid grid,
                  const LadderSteps& steps);

  std::int64_t rows_per_person() const;
  std::string range_sentence() const;

  Question question_;
  LadderRequest request_;
  Grid grid_;
  LadderSteps steps_;
  IntervalTerms terms_;
};

}  // namespace selvage
