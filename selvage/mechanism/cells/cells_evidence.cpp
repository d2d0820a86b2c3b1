#include "selvage/mechanism/cells/cells_evidence.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "selvage/guarantee/laplace_sum_tail.hpp"
#include "selvage/guarantee/privacy_loss.hpp"
#include "selvage/mechanism/cells/batch_probe.hpp"
#include "selvage/mechanism/cells/consistency.hpp"
#include "selvage/mechanism/cells/threshold_probe.hpp"
#include "selvage/outcome/divergence.hpp"
#include "selvage/outcome/gaussian_check.hpp"
#include "selvage/outcome/laplace_check.hpp"

namespace selvage {
namespace {

constexpr std::uint64_t kWalkedOfWideNoise = 1 << 9;
// The longest shift, in steps, and the most cells whose closed forms are summed.
constexpr std::int64_t kMostShift = 1 << 12, kMostCellsComposed = 1 << 12;

// What this number alone promises: its own share of the plan's epsilon for Laplace
// noise, all of the plan's promise for Gaussian noise.
DpPromise promise_of(const CellsPlan& plan, const PlannedNumber& number) {
  if (const auto* laplace = std::get_if<LaplaceNoise>(&number.added()))
    return {Rational(plan.share.rows) * number.per_row / laplace->scale, 0};
  return promised_dp(plan);
}

// Up to three of a person's rows in a cell, then the most, which is the worst.
std::vector<std::int64_t> rows_tried(const CellsPlan& plan) {
  const std::int64_t most = plan.share.rows_in_cell;
  std::vector<std::int64_t> rows;
  for (std::int64_t some = 1; some <= std::min<std::int64_t>(most, 3); ++some)
    rows.push_back(some);
  if (most > 3) rows.push_back(most);
  return rows;
}

void add_pairs(const CellsPlan& plan, const PlannedNumber& number,
               const CellsEffort& effort, Evidence& result) {
  const DpPromise promised = promise_of(plan, number);
  const std::int64_t worst = plan.share.rows_in_cell * number.per_row;
  std::vector<std::int64_t> values = effort.values;
  if (std::find(values.begin(), values.end(), worst) == values.end())
    values.insert(values.begin(), worst);
  const bool wide =
      static_cast<std::uint64_t>(error_bound(number.added(), kNegligible)) * 2 >=
      effort.most_walked;
  for (const std::int64_t value : values) {
    bool again = false;
    for (const std::int64_t rows : rows_tried(plan)) {
      const std::int64_t shift = rows * number.per_row;
      if (number.name == "count" && shift > value) continue;
      NeighbourPair pair = cell_pair(number, value, shift);
      pair.with_as_before = std::exchange(again, true);
      pair.epsilon = promised.epsilon;
      pair.delta = promised.delta;
      if (wide) pair.most_walked = kWalkedOfWideNoise;
      result.pairs.push_back(std::move(pair));
    }
  }
}

// delta of the worst neighbours of a plan with one number, whose person may be in many
// cells; nothing where it takes too long, or where they are not known: a person who can
// fill some cells and not all. [T9, T22, T24]
PrivacyCurve worst_delta(const CellsPlan& plan) {
  const PlannedNumber& number = plan.numbers.front();
  const std::int64_t shift = plan.share.rows_in_cell * number.per_row;
  const auto* laplace = std::get_if<LaplaceNoise>(&number.added());
  const std::int64_t whole =
      laplace != nullptr ? plan.share.rows * number.per_row : shift;
  const bool one_by_one = plan.share.fills_cells() && plan.share.cells > 1;
  const bool together = plan.share.rows_in_cell == plan.share.rows;
  if (whole > kMostShift || !(one_by_one || together)) return nullptr;
  if (laplace != nullptr && !one_by_one)
    return [scale = laplace->scale, whole](const Rational& epsilon) {
      return laplace_divergence(scale, whole, epsilon);
    };
  const auto loss = laplace != nullptr
                        ? PrivacyLoss::discrete_laplace(laplace->scale, shift)
                        : PrivacyLoss::discrete_gaussian(
                              std::get<GaussianNoise>(number.added()).variance, shift);
  if (!loss || plan.share.cells > kMostCellsComposed) return nullptr;
  return [all = loss->power(one_by_one ? plan.share.cells : 1)](
             const Rational& epsilon) { return Interval(all.delta(epsilon)); };
}

// The plan's whole promise, where delta is above 0 and one number makes it.
void add_worst(const CellsPlan& plan, const CellsEffort& effort, Evidence& result) {
  const DpPromise& promised = promised_dp(plan);
  const bool checked = promised.delta.sign() > 0;
  if (plan.numbers.size() != 1 || plan.key_threshold || !(checked || effort.curve))
    return;
  const auto delta = worst_delta(plan);
  if (!delta) return;
  const std::int64_t all = plan.share.rows * plan.numbers[0].per_row;
  if (checked)
    result.pairs.push_back({.number = plan.numbers[0].name,
                            .people = all,
                            .removed = all,
                            .with = nullptr,
                            .without = nullptr,
                            .epsilon = promised.epsilon,
                            .delta = promised.delta,
                            .exact_delta = delta});
  if (effort.curve) result.curve = delta;
}

// What decides whether such a key is shown, before noise.
std::int64_t noiseless_count(const CellsPlan& plan, std::int64_t rows) {
  const Cells cells = one_key(plan.reading, rows);
  std::vector<std::int64_t> numbers;
  for (const PlannedNumber& number : plan.numbers)
    numbers.push_back(number_of(number.formula, cells.sums[0]));
  return static_cast<std::int64_t>(count_of(plan, numbers));
}

// The more rows, the likelier it is shown: the most is the worst.
void add_new_keys(const CellsPlan& plan, const CellsEffort& effort, Evidence& result) {
  const DpPromise& promised = promised_dp(plan);
  const auto* laplace = std::get_if<LaplaceNoise>(&plan.numbers[0].added());
  const std::int64_t least =
      in_count_units(plan, std::max(*plan.key_threshold, plan.fewer_than.value_or(0)));
  for (const std::int64_t rows : rows_tried(plan)) {
    NeighbourPair pair = new_key_pair(plan, rows);
    pair.epsilon = promised.epsilon;
    pair.delta = promised.delta;
    // What is drawn for a key that is shown would take all the time.
    if (plan.numbers.size() > 1) pair.most_walked = kWalkedOfWideNoise;
    if (!effort.every_new_key && rows != plan.share.rows_in_cell)
      pair.with = pair.without = nullptr;
    // The sum of its noise reaches the threshold, which lies above the rows. [T31, T96]
    const std::int64_t missing = least - noiseless_count(plan, rows);
    if (laplace != nullptr && missing > 0)
      pair.exact_delta = [scale = laplace->scale, draws = key_count(plan).draws,
                          missing](const Rational&) {
        return laplace_sum_tail(scale, draws, missing);
      };
    result.pairs.push_back(std::move(pair));
  }
  add_threshold_probe(plan, "T31", result);
}

// Draws around 0 that are run, as many as it takes or as there is time for, and the
// mass of the others.
struct Window {
  std::int64_t radius;
  Interval beyond;
};
Window window_of(const Noise& noise, std::int64_t most) {
  const std::int64_t needed = error_bound(noise, kNegligible);
  if (needed <= most / 2) return {needed, Interval(kNegligible)};
  const auto* laplace = std::get_if<LaplaceNoise>(&noise);
  const std::int64_t radius = most / 2;
  // The tail of wide Gaussian noise has no closed form: all of it is said to be left.
  if (laplace == nullptr) return {radius, Interval(1)};
  return {
      radius,
      Draw::laplace(laplace->scale).rest(static_cast<std::uint64_t>(radius) * 2 + 1)};
}

// Where the walk of one cell leaves much out, the same draws in many cells.
Probe wide_probe(const CellsPlan& plan, const PlannedNumber& number,
                 std::int64_t window) {
  return {.run =
              [&plan, &number, window] {
                const auto [radius, beyond] = window_of(number.added(), window);
                const std::int64_t worst = plan.share.rows_in_cell * number.per_row;
                return Probed{
                    .holds = adds_every_draw(number, worst, radius) &&
                             adds_every_draw(number, 0,
                                             std::min<std::int64_t>(radius, 4096)),
                    .outcomes = static_cast<std::size_t>(radius) * 2 + 1,
                    .not_executed = beyond};
              },
          .number = number.name};
}

Probe sampler_probe(const PlannedNumber& number) {
  return {[&number]() -> Probed {
    const auto* laplace = std::get_if<LaplaceNoise>(&number.added());
    const auto exact = laplace != nullptr
                           ? laplace_sampler_is_exact(laplace->scale)
                           : std::optional(gaussian_sampler_is_exact(
                                 std::get<GaussianNoise>(number.added()).variance));
    if (!exact) return {.holds = true};
    return {.holds = *exact,
            .says = fmt::format(
                "the sampler of the draws for the {} was run too, at this scale on "
                "this machine: random words, many next to a threshold, got the values "
                "that the exact thresholds give [{}]",
                number.name, laplace != nullptr ? "T12" : "T16")};
  }};
}

void add_probes(const CellsPlan& plan, const CellsEffort& effort, Evidence& result) {
  result.probes.push_back({[&plan]() -> Probed {
    return {.holds = is_consistent(plan) && releases_as_planned(plan)};
  }});
  for (const PlannedNumber& number : plan.numbers) {
    result.probes.push_back(wide_probe(plan, number, effort.window));
    // One cell's law is that of all cells only if they do not share their noise.
    result.probes.push_back({[&plan, &number]() -> Probed {
      return {.holds =
                  every_cell_has_its_own_draw(number, plan.reading.domain.cells())};
    }});
  }
}

std::string sentence_of(const CellsPlan& plan, const Walked& walked) {
  const bool laplace = std::holds_alternative<LaplaceNoise>(plan.numbers[0].added());
  const std::string left = walked.not_executed.upper_text(3);
  if (!walked.exactly)
    return fmt::format(
        "the code that adds the noise was run on {} outcomes, but draws with "
        "probability {} were not run; for these the claim rests on the theorem [{}]",
        walked.outcomes, left, laplace ? "T4" : "T25");
  return fmt::format(
      "given ideal draws, the code that adds the noise was run on {} outcomes, and on "
      "{} cells at once: each cell gets one discrete {} draw of its own, whose privacy "
      "curve is known exactly [{}]; draws not run have probability at most {}",
      walked.outcomes, cells_tried_at_once(plan.reading.domain.cells()),
      laplace ? "Laplace" : "Gaussian", laplace ? "T9" : "T22", left);
}

}  // namespace

NeighbourPair cell_pair(const PlannedNumber& number, std::int64_t value,
                        std::int64_t removed) {
  const auto cell_with = [&number](std::int64_t before) {
    return [&number, before](RandomSource& random) {
      Drawn drawn{.cells = {0}, .keys = {}, .numbers = {{before}}};
      number.add_noise(drawn.numbers[0], random);
      return drawn;
    };
  };
  return {.number = number.name,
          .people = value,
          .removed = removed,
          .with = cell_with(value),
          .without = cell_with(value - removed),
          .epsilon = Rational(0),
          .delta = 0};
}

NeighbourPair new_key_pair(const CellsPlan& plan, std::int64_t rows) {
  const auto release_of = [&plan](const Cells& cells) {
    return [&plan, cells](RandomSource& random) {
      return release_cells(plan, cells, random);
    };
  };
  return {.number = "new key",
          .people = rows,
          .removed = rows,
          .with = release_of(one_key(plan.reading, rows)),
          .without = release_of({}),
          .epsilon = Rational(0),
          .delta = 0,
          .draws_of = plan.numbers[0].name};
}

void add_threshold_probe(const CellsPlan& plan, const char* theorem, Evidence& result) {
  result.probes.push_back({[&plan, theorem]() -> Probed {
    return {.holds = only_passing_keys_are_released(plan),
            .says = fmt::format("the code that compares with the threshold was run on "
                                "counts around it [{}]",
                                theorem)};
  }});
}

CellsEffort cells_effort(const CellsPlan& plan, Effort effort) {
  if (effort == Effort::audit) return {};
  return {.values = {plan.share.rows_in_cell},
          .most_walked = 1 << 12,
          .window = 1 << 24,
          .every_new_key = false,
          .curve = false,
          .sampler = false};
}

Evidence cells_evidence(const CellsPlan& plan, const CellsEffort& effort) {
  Evidence result;
  for (const PlannedNumber& number : plan.numbers)
    add_pairs(plan, number, effort, result);
  add_probes(plan, effort, result);
  if (plan.key_threshold) add_new_keys(plan, effort, result);
  add_worst(plan, effort, result);
  if (effort.sampler)
    for (const PlannedNumber& number : plan.numbers)
      result.probes.push_back(sampler_probe(number));
  result.says = [&plan](const Walked& walked) { return sentence_of(plan, walked); };
  return result;
}

}  // namespace selvage
