// Quantiles of a column about which nothing is known but the public unit of its codes,
// at pure epsilon: the code v is drawn with a probability proportional to
// w(v) exp(-penalty(v)), w a public prior (quantile_law.hpp); several of them by
// splitting (quantile_tree.hpp), in each group of the question.
// Privacy: T91, T97, T98. The exact draw: T92. Accuracy: T93.
#pragma once
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/quantile/quantile_law.hpp"
#include "selvage/mechanism/quantile/quantile_request.hpp"
#include "selvage/mechanism/quantile/quantile_tree.hpp"
#include "selvage/mechanism/sets_aside.hpp"

namespace selvage {

class QuantileMechanism : public Mechanism, public SetsAside {
 public:
  // Stands where the guard has stopped a quantile.
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();

  // Of the column, the groups and the people of the question. Writes the request into
  // it. Refuses what is wrong with a request, naming its field.
  static Result<std::shared_ptr<const QuantileMechanism>> make(
      Question question, QuantileRequest request, const QuantileSize& size = {});

  const Question& question() const { return question_; }
  // What a run reads of each group, and what it draws of one that passes: the codes in
  // the order of the list, then the noisy rows of each part for the check, then the
  // ends of the intervals.
  std::vector<RankRequest> ranks() const;
  Result<std::vector<std::int64_t>> draw_group(std::size_t group,
                                               std::span<const RankWindow> windows,
                                               Reader& reader,
                                               RandomSource& random) const;
  bool can_draw_group(const Drawn& drawn, std::size_t group) const;

  std::string name() const override { return "universal_quantile"; }
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
  QuantileMechanism(Question question, QuantileRequest request, Grid grid,
                    const TiedPrior& prior);
  static std::shared_ptr<const QuantileMechanism> on_grid(Question question,
                                                          QuantileRequest request,
                                                          Grid grid,
                                                          const QuantileSize& size);

  std::int64_t rows_per_person() const;
  std::size_t groups() const { return question_.domain.cells(); }
  // What decides one draw.
  QuantileTerms terms_of(const QuantileNode& node) const;
  IntervalTerms interval_of(std::size_t place) const;
  // What is read around the rank of a node: what the quantile and its interval need.
  RankRequest ranks_of(const QuantileNode& node) const;
  // From so many rows on every answer lies within the data. [T93]
  std::int64_t rows_for(const Interval& log, const Rational& confidence) const;
  // Of the noisy counts. [T98, T99]
  Rational count_scale() const;
  void add_noise(std::span<std::int64_t> counts, RandomSource& random) const;
  std::int64_t least_count() const;  // below it the guard stops
  // Numbers that are drawn of a group, but for the guard's: codes, with the check rows
  // of parts, with intervals two ends for each code.
  std::size_t numbers_drawn() const;
  std::size_t first_end() const;
  // The intervals of a group, in the order of the quantiles, none of which is wider
  // than those around it allow. [T116] They are shown where the shifts are those of
  // this confidence.
  std::vector<CodeInterval> intervals_of(const Drawn& drawn, std::size_t group) const;
  bool shows_intervals(const Rational& confidence) const;
  // The quantiles alone, few enough to be run over all outcomes.
  std::shared_ptr<const QuantileMechanism> in_small(Effort effort) const;

  std::string series(std::size_t place) const;  // "median", "0.9 quantile"
  std::string range_sentence() const;

  Question question_;
  QuantileRequest request_;
  Grid grid_;
  TiedPrior prior_;
  QuantileTree tree_;
};

}  // namespace selvage
