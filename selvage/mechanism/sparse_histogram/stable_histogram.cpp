#include "selvage/mechanism/sparse_histogram/stable_histogram.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/key_threshold.hpp"
#include "selvage/mechanism/cells/cells_answer.hpp"
#include "selvage/mechanism/cells/cells_evidence.hpp"
#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/mechanism/cells/warnings.hpp"
#include "selvage/mechanism/sparse_histogram/sparse_noise.hpp"

namespace selvage {
namespace {

// What does not reach the threshold is as if nobody were there.
class StableNoise : public SparseNoise {
 public:
  StableNoise(LaplaceNoise noise, std::int64_t threshold)
      : SparseNoise(std::move(noise)), threshold_(threshold) {}
  std::string name() const override { return "stable_histogram"; }
  void add(std::span<std::int64_t> numbers, RandomSource& random) const override {
    SparseNoise::add(numbers, random);
    for (std::int64_t& number : numbers)
      number &= -static_cast<std::int64_t>(number >= threshold_);
  }

 private:
  std::int64_t threshold_;
};

// What is shown of one cell: 0 surely where nobody is, else the count with its noise
// where that reaches the threshold. [T31]
struct ShownLaw {
  Rational scale;
  std::int64_t threshold;

  // P(Z >= m).
  Interval noise_from(std::int64_t m) const {
    const Interval q = exp(-(Rational(1) / scale));
    const Interval beyond = exp(-(Rational(m >= 1 ? m : 1 - m) / scale)) / (q + 1);
    return m >= 1 ? beyond : Interval(1) - beyond;
  }
  // P(`from` or more is shown). Requires from >= threshold.
  Interval from(std::int64_t count, std::int64_t from) const {
    return count == 0 ? Interval(0) : noise_from(from - count);
  }
  // The sum of (P - exp(at) Q)+ over all that is shown, of two counts: where both hold
  // somebody, P is larger on one side of a point between them.
  Interval excess(std::int64_t p, std::int64_t q, const Rational& at) const {
    const Interval growth = exp(Interval(at));
    const auto more = [&](std::int64_t from) {
      return this->from(p, from) - growth * this->from(q, from);
    };
    const Interval none =
        positive_part(Interval(1) - growth - more(threshold));  // of 0
    const bool rises = p > q;
    if (p == 0) return none;
    if (q == 0) return none + more(threshold);
    const std::int64_t apart = rises ? p - q : q - p;
    if (at * scale >= apart) return none;
    const Rational middle = Rational(p + q, 2), off = at * scale / 2;
    if (rises) {
      const auto first = (middle + off).floor().to_int64().value() + 1;
      return none + more(std::max(first, threshold));
    }
    const auto behind = (middle - off).ceil().to_int64().value();
    return behind <= threshold ? none : none + more(threshold) - more(behind);
  }
};

Result<CellsPlan> plan_of(const Question& question, const Rational& epsilon) {
  if (question.domain.has_unknown_keys())
    return wrong_field("full_cells",
                       "`full_cells` is for keys that are known, and with ? only full "
                       "cells are listed anyway; leave it out");
  return plan_without_noise({.statistic = Statistic::count,
                             .reading = {.domain = question.domain,
                                         .measure = std::nullopt,
                                         .person = question.person},
                             .epsilon = epsilon});
}

}  // namespace

Result<std::shared_ptr<const StableHistogram>> StableHistogram::make(
    Question question, const Rational& epsilon, const Rational& delta) {
  const auto plan = plan_of(question, epsilon);
  if (!plan) return plan.error();
  const auto noise = laplace_noise(Rational(plan->share.rows) / epsilon);
  if (!noise)
    return wrong_field("epsilon",
                       "`epsilon` asks for too much noise; write a larger one", "1");
  const auto threshold = least_key_threshold(noise->scale, plan->share, delta);
  if (!threshold) return said_of("delta", threshold.error(), "1e-6");
  return of_terms(std::move(question), *noise, *threshold);
}

Result<std::shared_ptr<const StableHistogram>> StableHistogram::of_terms(
    Question question, const LaplaceNoise& noise, std::int64_t threshold) {
  auto plan = plan_of(question, Rational(1) / noise.scale);
  if (!plan) return plan.error();
  if (!is_key_threshold(noise.scale, threshold, plan->share) ||
      threshold > kMaxRelease / 2)
    return unverified("no histogram has this threshold");
  plan->numbers[0].set_noise(std::make_shared<const StableNoise>(noise, threshold));
  plan->derivations = {key_threshold(noise.scale, threshold, plan->share)};
  plan->with_totals = false;
  plan->with_margins.assign(plan->reading.domain.columns().size(), false);
  return std::shared_ptr<const StableHistogram>(
      new StableHistogram(std::move(question), *std::move(plan), noise, threshold));
}

std::string StableHistogram::reason() const {
  return "with so few full cells the least error is expected of it";
}

Json StableHistogram::law() const {
  return {{"scale", noise_.scale.text()},
          {"stable_threshold", threshold_},
          {"share",
           {{"rows", plan_.share.rows},
            {"cells", plan_.share.cells},
            {"rows_in_cell", plan_.share.rows_in_cell}}}};
}

Json StableHistogram::shown() const { return Json::object(); }

std::vector<std::pair<std::string, std::string>> StableHistogram::parameters() const {
  return {{"scale", noise_.scale.text()}, {"threshold", std::to_string(threshold_)}};
}

std::int64_t StableHistogram::bound(const Rational& confidence) const {
  return threshold_ - 1 + error_bound(noise_, Rational(1) - confidence);
}

// None: it depends on the count, and the intervals say it.
std::vector<ErrorRow> StableHistogram::errors(const std::optional<Prior>&,
                                              const Rational&) const {
  return {};
}

std::vector<Accuracy> StableHistogram::accuracy(const Rational& confidence) const {
  return {{.alpha = 0,
           .beta = Rational(bound(confidence)),
           .gamma = Rational(1) - confidence,
           .distortion = Distortion::none,
           .metric = "absolute error of one count"}};
}

std::vector<PlanLine> StableHistogram::plan_lines(const Prior&,
                                                  const Rational& confidence) const {
  return {
      {"sparse", fmt::format("empty cells are 0 surely; a count that does not reach "
                             "{} with its noise is 0 too, others are off by at most "
                             "{} with probability {}",
                             threshold_, error_bound(noise_, Rational(1) - confidence),
                             confidence.text())}};
}

Json StableHistogram::plan_numbers(const Prior&, const Rational& confidence) const {
  return {{"stable_threshold", threshold_},
          {"bound_from_threshold", error_bound(noise_, Rational(1) - confidence)}};
}

std::vector<std::string> StableHistogram::warnings(const Rational& confidence) const {
  std::vector<std::string> all = {fmt::format(
      "a count of 0 stands for 0 to about {}: what does not reach {} is not "
      "told",
      bound(confidence), threshold_)};
  for (std::string& more :
       plan_warnings(plan_, warned_of(plan_, question_.table, confidence)))
    all.push_back(std::move(more));
  return all;
}

Result<Drawn> StableHistogram::run(Reader& reader, RandomSource& random) const {
  return selvage::run(plan_, reader, random);
}

bool StableHistogram::can_draw(const Drawn& drawn) const {
  return selvage::can_draw(plan_, drawn) &&
         std::all_of(
             drawn.numbers[0].begin(), drawn.numbers[0].end(),
             [&](std::int64_t count) { return count == 0 || count >= threshold_; });
}

Answer StableHistogram::answer(const Drawn& drawn, const Rational& confidence) const {
  assert(can_draw(drawn));
  const std::int64_t of_noise = error_bound(noise_, Rational(1) - confidence);
  Series counts{.name = "count"};
  for (const std::int64_t count : drawn.numbers[0])
    counts.rows.push_back(
        count == 0 ? Estimate{0, 0, bound(confidence)}
                   : Estimate{count, std::max<std::int64_t>(1, count - of_noise),
                              count + of_noise});
  return {.domain = plan_.reading.domain,
          .cells = drawn.cells,
          .numbers = {std::move(counts)}};
}

Quantity StableHistogram::quantity(const Series& number, const Rational&) const {
  return number.with_intervals ? true_count(question_) : Quantity{};
}

// One cell with as many rows as the person has there, and more, run by the loop that
// releases; the promise is that of one cell, which a person may have several of.
Evidence StableHistogram::evidence(Effort effort) const {
  Evidence evidence;
  const std::int64_t rows = plan_.share.rows_in_cell;
  const auto& promised = promised_dp(plan_);
  std::vector<std::int64_t> counts = {rows, rows + 1, threshold_ + rows};
  if (effort == Effort::audit) counts.push_back(threshold_ * 3 + rows);
  for (const std::int64_t count : counts) {
    NeighbourPair pair = cell_pair(plan_.numbers[0], count, rows);
    pair.epsilon = Rational(rows) / noise_.scale;
    pair.delta = promised.delta;
    pair.exact_delta = [law = ShownLaw{noise_.scale, threshold_}, count,
                        rows](const Rational& at) {
      return std::max(
          law.excess(count, count - rows, at), law.excess(count - rows, count, at),
          [](const Interval& a, const Interval& b) { return a.upper() < b.upper(); });
    };
    pair.most_walked = 1 << 12;
    evidence.pairs.push_back(std::move(pair));
  }
  evidence.speaks_for_all = false;
  evidence.says = [](const Walked& walked) {
    return fmt::format(
        "given ideal draws, the code was run on {} outcomes of cells that one person "
        "is "
        "in; for all other tables theorem T31 speaks",
        walked.outcomes);
  };
  return evidence;
}

}  // namespace selvage
