// A quantile exactly as it is in the table, or the octave of how far the quartiles are
// apart: shown where it would stay the same though some people came or left, else
// "none". (epsilon, delta). How far things move: T123, T124. Privacy: T125.
#pragma once
#include <limits>

#include "selvage/mechanism/certain/change_depth.hpp"
#include "selvage/mechanism/column_unit.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/one_sided/acceptance_table.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

struct CertainRequest {
  std::optional<Rational> at;  // none: the octave of the interquartile range
  Rational epsilon, delta;
  ColumnUnit unit = {};  // of the codes
};

class CertainMechanism : public Mechanism {
 public:
  // Stands where nothing is shown.
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();

  // Of the column, the groups and the people of the question. Writes the request into
  // it. Refuses what is wrong with a request, naming its field.
  static Result<std::shared_ptr<const CertainMechanism>> make(Question question,
                                                              CertainRequest request);

  const Question& question() const { return question_; }
  const AcceptanceTable& table() const { return *table_; }

  std::string name() const override;
  std::string reason() const override { return "it was asked for by `certain`"; }
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
  CertainMechanism(Question question, CertainRequest request, Grid grid,
                   std::shared_ptr<const AcceptanceTable> table);

  Rational of_test(const Rational& whole) const;  // the share of one test in one group
  bool of_spread() const { return !request_.at.has_value(); }
  std::string series() const;  // "median", "0.9 quantile", "IQR", "IQR in days"
  std::string people_word() const;
  std::string depth_sentence(const Rational& confidence) const;
  // From how many people on an answer has this probability: of a spread where the
  // values lie as in a normal law, or as in a lognormal one; of a quantile where a
  // tenth of the rows share the value in whose middle it lies. For plans.
  std::int64_t people_needed(const Rational& confidence, bool lognormal = false) const;
  std::string people_sentence(const Rational& confidence) const;
  // What may stand for larger and smaller values too, and is not shown: the first and
  // the last code, but of times of day, which has no others.
  struct CodeRange {
    std::int64_t first, last;
  };
  CodeRange between_bounds() const;
  // From the windows of one group, one for a quantile and two for a spread: what may be
  // shown, with its depth in people, each paid for by itself; the first that is shown
  // counts.
  struct Candidate {
    std::int64_t number, depth;
  };
  std::vector<Candidate> candidates(const std::vector<RankWindow>& windows) const;
  // Those of all groups, one group after the other.
  Result<std::vector<Candidate>> read(Reader& reader) const;
  Drawn shown_of(const std::vector<Candidate>& all, RandomSource& random) const;

  Question question_;
  CertainRequest request_;
  Grid grid_;
  std::shared_ptr<const AcceptanceTable> table_;
};

}  // namespace selvage
