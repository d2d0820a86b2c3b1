// One quantile far from the middle, of a table of any size: a noisy number of rows
// comes first, and decides in each group what follows. From `least_drawn` on the
// quantile is drawn by ranks (T91); below that, but from `least_searched` on, it is
// found by a ladder (T169), which needs fewer rows and is less fine; below that there
// is none. Both ways have the same epsilon. Privacy: T260, T261.
#pragma once
#include "selvage/mechanism/ladder/ladder.hpp"
#include "selvage/mechanism/quantile/quantile.hpp"
#include "selvage/mechanism/sets_aside.hpp"

namespace selvage {

// That an answer lies within the data, from the least count on. [T261]
inline const Rational kFarConfidence(19, 20);

// Smaller ones are for tests.
struct FarSize {
  QuantileSize quantile = {};
  std::optional<LadderSteps> ladder = std::nullopt;
  // Counts from which the two ways are taken; none: what they need. [T261]
  std::optional<std::int64_t> least_drawn = std::nullopt;
  std::optional<std::int64_t> least_searched = std::nullopt;
};

class FarQuantileMechanism : public Mechanism, public SetsAside {
 public:
  static constexpr std::int64_t kNone = QuantileMechanism::kNone;

  // Of the column, the groups and the people of the question. Writes the request into
  // it. Fails where one of the ways does, and where a ladder needs as many rows as a
  // draw.
  static Result<std::shared_ptr<const FarQuantileMechanism>> make(
      Question question, const LadderRequest& request, const FarSize& size = {});

  const Question& question() const { return question_; }

  std::string name() const override { return "far_quantile"; }
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
  FarQuantileMechanism(Question question, const LadderRequest& request,
                       std::shared_ptr<const QuantileMechanism> drawn,
                       std::shared_ptr<const LadderMechanism> searched,
                       const FarSize& size);

  std::size_t groups() const { return question_.domain.cells(); }
  std::int64_t rows_per_person() const;
  // What both ways read.
  RankRequest ranks() const;
  Rational count_scale() const;
  void add_noise(std::span<std::int64_t> counts, RandomSource& random) const;

  Question question_;
  LadderRequest request_;  // with the epsilon of all
  std::shared_ptr<const QuantileMechanism> drawn_;
  std::shared_ptr<const LadderMechanism> searched_;
  std::int64_t least_drawn_, least_searched_;
};

}  // namespace selvage
