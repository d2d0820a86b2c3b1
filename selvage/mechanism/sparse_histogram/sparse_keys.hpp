// An average-case histogram of keys that nobody told us. A private test decides: all
// keys that hold somebody are told where few people are alone in theirs, and else only
// those that reach a threshold. Privacy: T345. Whom it does not protect:
// docs/average-case.md.
#pragma once
#include "selvage/mechanism/cells/plan.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/sparse_histogram/sparse_keys_terms.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

// The second number of every row: 1 where every key that holds somebody is told, and
// else the threshold.
inline constexpr const char* kListedFrom = "listed from";

class SparseKeys : public Mechanism {
 public:
  // Of a question with keys that are not known, whose verb is histogram or count.
  static Result<std::shared_ptr<const SparseKeys>> make(Question question,
                                                        SparseKeysTerms terms);

  const SparseKeysTerms& terms() const { return terms_; }
  // The release after the reading: the test, then the counts.
  Drawn release(const Cells& cells, RandomSource& random) const;

  std::string name() const override { return "sparse_keys"; }
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
  Needs needs() const override { return {.reading = from_threshold_.reading}; }
  Result<Drawn> run(Reader& reader, RandomSource& random) const override;
  bool can_draw(const Drawn& drawn) const override;
  Answer answer(const Drawn& drawn, const Rational& confidence) const override;
  Quantity quantity(const Series& number, const Rational& confidence) const override;
  Evidence evidence(Effort effort) const override;

 private:
  SparseKeys(Question question, CellsPlan from_threshold, SparseKeysTerms terms);

  Question question_;
  CellsPlan from_threshold_, all_;  // the same counts, told from other ones on
  PlannedNumber alone_;             // how many keys have one person
  SparseKeysTerms terms_;
};

}  // namespace selvage
