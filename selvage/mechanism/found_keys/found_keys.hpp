// An answer for each of the keys that nobody told us. First a noisy count of every key
// in the table decides which are released; then these are groups like any others, and
// another mechanism answers for them. It reads the same rows, in some scans more.
// Privacy: T167. That the count is the guard too: T168.
#pragma once
#include <functional>

#include "selvage/mechanism/cells/cells_mechanism.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/sets_aside.hpp"
#include "selvage/mechanism/verb.hpp"
#include "selvage/summary/reader.hpp"

namespace selvage {

// What answers where the groups are known: a plan for some groups, and how it is made
// again for others. The law must not depend on how many groups there are.
struct KnownGroups {
  Plan plan;
  std::function<Result<Plan>(const MechanismRecord&)> read;
};

// The name of the count that released a key.
inline constexpr const char* kKeyCount = "key count";

class FoundKeysMechanism : public Mechanism, public SetsAside {
 public:
  // Of a question with keys that are not known. `keys`: counts of rows by these keys.
  // Fails where the other mechanism takes no group of this question.
  static Result<std::shared_ptr<const FoundKeysMechanism>> make(Question question,
                                                                CellsPlan keys,
                                                                KnownGroups known);

  const Question& question() const { return question_; }
  const CellsPlan& keys() const { return keys_.plan(); }
  const KnownGroups& known() const { return known_; }

  std::string name() const override { return "found_keys"; }
  std::string reason() const override;
  Json law() const override;
  Json shown() const override { return known_.plan->shown(); }
  std::optional<std::int64_t> fewer_than() const override;
  std::vector<std::pair<std::string, std::string>> parameters() const override;
  std::vector<Derivation> guarantees() const override;
  std::vector<ErrorRow> errors(const std::optional<Prior>& prior,
                               const Rational& confidence) const override;
  std::vector<Accuracy> accuracy(const Rational& confidence) const override;
  // Those of the other mechanism, for each of the keys.
  std::vector<AccuracyDerivation> accuracy_derivations(
      const Rational& confidence) const override;
  std::vector<OpenEnds> open_ends() const override;
  std::vector<OpenEnds> range_ends() const override;
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
  FoundKeysMechanism(Question question, CellsPlan keys, KnownGroups known);

  // The other mechanism for so many groups.
  Result<Plan> for_groups(std::size_t groups) const;
  // What was drawn of the keys alone, and of some groups, from the first one on, alone.
  Drawn drawn_keys(const Drawn& drawn) const;
  Drawn drawn_groups(const Drawn& drawn, std::size_t first, std::size_t groups) const;
  // All groups in parts that the other mechanism takes, from the first one on.
  void each_part(std::size_t groups,
                 const std::function<bool(const Mechanism& plan, std::size_t first,
                                          std::size_t groups)>& visit) const;

  Question question_;
  CellsMechanism keys_;
  KnownGroups known_;
  std::size_t most_groups_ = 1;  // that are asked together
};

// The same mechanism from what a certificate tells of it.
Result<Plan> read_found_keys(
    const MechanismRecord& record,
    const std::function<Result<Plan>(const MechanismRecord&)>& read_known);

}  // namespace selvage
