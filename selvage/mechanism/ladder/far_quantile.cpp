#include "selvage/mechanism/ladder/far_quantile.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/laplace_sum_tail.hpp"
#include "selvage/guarantee/one_of.hpp"
#include "selvage/question/common_fields.hpp"
#include "selvage/summary/most_rows.hpp"

namespace selvage {
namespace {

// In all groups together, for the windows: half a gigabyte.
constexpr std::int64_t kMostFarRows = std::int64_t{1} << 26;
constexpr std::int64_t kFarParts = 20;  // of epsilon, one for the count
// An empty table passes with half of this probability at most: 1/80.
const Rational kEmptyRisk(1, 40);

Rational of_answer(const Rational& epsilon) {
  return epsilon * (kFarParts - 1) / kFarParts;
}

Json rows_needed_by(const Mechanism& way) {
  return way.plan_numbers({}, kFarConfidence)["rows_needed"];
}

}  // namespace

FarQuantileMechanism::FarQuantileMechanism(
    Question question, const LadderRequest& request,
    std::shared_ptr<const QuantileMechanism> drawn,
    std::shared_ptr<const LadderMechanism> searched, const FarSize& size)
    : question_(std::move(question)),
      request_(request),
      drawn_(std::move(drawn)),
      searched_(std::move(searched)),
      least_drawn_(size.least_drawn.value_or(0)),
      least_searched_(size.least_searched.value_or(0)) {
  question_.own = {{"at", request_.at.text()}, {"unit", request_.unit.text()}};
  if (!size.least_drawn)
    least_drawn_ = rows_needed_by(*drawn_)["usual"].get<std::int64_t>();
  if (!size.least_searched) {
    const Json rows = rows_needed_by(*searched_);
    least_searched_ =
        rows.is_null() ? least_drawn_
                       : std::max(rows.get<std::int64_t>(),
                                  laplace_size_bound(count_scale(), 1, kEmptyRisk) + 1);
  }
}

Result<std::shared_ptr<const FarQuantileMechanism>> FarQuantileMechanism::make(
    Question question, const LadderRequest& request, const FarSize& size) {
  LadderRequest part = request;
  part.epsilon = of_answer(request.epsilon);
  auto drawn = QuantileMechanism::make(
      question,
      {.at = {part.at}, .epsilon = part.epsilon, .unit = part.unit, .guard = false},
      size.quantile);
  if (!drawn) return drawn.error();
  auto searched = LadderMechanism::make(question, part, size.ladder);
  if (!searched) return searched.error();
  if (!fits_sampler(request.epsilon) ||
      !fits_sampler(Rational(most_rows(question.person)) * kFarParts / request.epsilon))
    return wrong_field("epsilon", "`epsilon` has too many digits; write for example 1",
                       "1");
  std::shared_ptr<const FarQuantileMechanism> made(new FarQuantileMechanism(
      std::move(question), request, *std::move(drawn), *std::move(searched), size));
  if (made->least_searched_ >= made->least_drawn_)
    return wrong_field("mechanism", "a ladder needs as many rows as a draw by ranks");
  const RankRequest ranks = made->ranks();
  if (Rational(ranks.below + ranks.above) * Rational::from_uint64(made->groups()) >
      kMostFarRows)
    return wrong_field("epsilon",
                       "`epsilon` is too small for so many groups; write fewer of "
                       "them, or more epsilon",
                       "1");
  return made;
}

std::int64_t FarQuantileMechanism::rows_per_person() const {
  return most_rows(question_.person);
}

Rational FarQuantileMechanism::count_scale() const {
  return Rational(rows_per_person()) * kFarParts / request_.epsilon;
}

Json FarQuantileMechanism::law() const {
  return {{"guard",
           {{"least", least_drawn_},
            {"least_searched", least_searched_},
            {"scale", count_scale().text()}}},
          {"ladder", searched_->law()},
          {"quantile", drawn_->law()}};
}

Json FarQuantileMechanism::shown() const { return Json::object(); }

// The count, and then one of the two ways, which it decides. [T261]
std::vector<Derivation> FarQuantileMechanism::guarantees() const {
  auto either = one_of({drawn_->guarantees().front(), searched_->guarantees().front()});
  assert(either);
  auto whole = basic_composition(
      {discrete_laplace_cells(count_scale(), rows_per_person()), *std::move(either)});
  assert(whole);
  return {*std::move(whole)};
}

Needs FarQuantileMechanism::needs() const { return drawn_->needs(); }

RankRequest FarQuantileMechanism::ranks() const {
  const RankRequest drawn = drawn_->ranks().front(), searched = searched_->ranks();
  return {request_.at, std::max(drawn.below, searched.below),
          std::max(drawn.above, searched.above)};
}

void FarQuantileMechanism::add_noise(std::span<std::int64_t> counts,
                                     RandomSource& random) const {
  std::vector<std::int64_t> noise(counts.size());
  random.discrete_laplace(noise, count_scale());
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += noise[i];
}

// One scan for both ways: what is read does not depend on what is in the table, but for
// a draw that needs all rows, which has a probability below 2^-70.
Result<Drawn> FarQuantileMechanism::run(Reader& reader, RandomSource& random) const {
  const auto windows = reader.ranks(ranks());
  if (!windows) return windows.error();
  std::vector<std::int64_t> counts, values(groups(), kNone);
  for (const RankWindow& window : *windows) counts.push_back(window.rows);
  add_noise(counts, random);
  for (std::size_t group = 0; group < groups(); ++group) {
    const RankWindow& window = (*windows)[group];
    if (counts[group] >= least_drawn_) {
      const auto drawn =
          drawn_->draw_group(group, std::span(&window, 1), reader, random);
      if (!drawn) return drawn.error();
      values[group] = drawn->front();
    } else if (counts[group] >= least_searched_) {
      values[group] = searched_->draw_group(window, random);
    }
  }
  Drawn drawn;
  drawn.cells.resize(groups());
  std::iota(drawn.cells.begin(), drawn.cells.end(), 0);
  drawn.numbers = {std::move(values), std::move(counts)};
  return drawn;
}

bool FarQuantileMechanism::can_draw(const Drawn& drawn) const {
  std::vector<std::uint64_t> cells(groups());
  std::iota(cells.begin(), cells.end(), 0);
  if (drawn.cells != cells || !drawn.keys.empty() || drawn.numbers.size() != 2 ||
      drawn.numbers[0].size() != groups() || drawn.numbers[1].size() != groups())
    return false;
  for (std::size_t group = 0; group < groups(); ++group) {
    const std::int64_t value = drawn.numbers[0][group], count = drawn.numbers[1][group];
    const bool holds = count >= least_drawn_      ? drawn_->can_draw_group(drawn, group)
                       : count >= least_searched_ ? searched_->can_be_step(value)
                                                  : value == kNone;
    if (!holds || count < -kMaxNoise || count > kMaxNoise + kMostPeople) return false;
  }
  return true;
}

// The counts tell which way a quantile came.
Answer FarQuantileMechanism::answer(const Drawn& drawn,
                                    const Rational& confidence) const {
  assert(can_draw(drawn));
  const std::int64_t bound =
      laplace_size_bound(count_scale(), 1, Rational(1) - confidence);
  Series quantile = request_.unit.series(request_.at.text() + " quantile", true),
         counts{"count", 1, {}};
  for (std::size_t group = 0; group < groups(); ++group) {
    const std::int64_t value = drawn.numbers[0][group], count = drawn.numbers[1][group];
    std::optional<std::int64_t> code;
    if (count >= least_drawn_)
      code = value;
    else if (count >= least_searched_)
      code = searched_->code_of(value);
    quantile.rows.push_back(without_interval(code.value_or(0)));
    quantile.rows.back().known = code.has_value();
    counts.rows.push_back({count, std::max<std::int64_t>(0, count - bound),
                           std::max<std::int64_t>(0, count + bound)});
  }
  return {.domain = question_.domain,
          .cells = drawn.cells,
          .numbers = {std::move(quantile), std::move(counts)}};
}

Quantity FarQuantileMechanism::quantity(const Series& number, const Rational&) const {
  if (number.name != "count") return {};
  return count_of_numbers(question_);
}

// What each part shows for itself, with its own part of the promise.
Evidence FarQuantileMechanism::evidence(Effort effort) const {
  Evidence evidence = drawn_->evidence(effort), ladder = searched_->evidence(effort);
  for (NeighbourPair& pair : ladder.pairs) evidence.pairs.push_back(std::move(pair));
  constexpr std::int64_t kMostRowsShown = 20;
  const std::int64_t rows = std::min(rows_per_person(), kMostRowsShown);
  const auto count_of = [this](std::int64_t people) {
    return [this, people](RandomSource& random) {
      std::int64_t count = people;
      add_noise(std::span(&count, 1), random);
      return Drawn{{0}, {}, {{count}}};
    };
  };
  evidence.pairs.push_back({.number = "count",
                            .people = rows,
                            .removed = rows,
                            .with = count_of(rows),
                            .without = count_of(0),
                            .epsilon = Rational(rows) / count_scale(),
                            .delta = 0});
  evidence.says = [pairs = evidence.pairs.size()](const Walked& walked) {
    return fmt::format(
        "given ideal draws, the count, the draw by ranks and the ladder were run on {} "
        "outcomes of {} pairs of tables, and their laws were compared; that the "
        "promises add up is theorem T261",
        walked.outcomes, pairs);
  };
  return evidence;
}

std::vector<OpenEnds> FarQuantileMechanism::range_ends() const {
  const auto codes = codes_of(request_.unit);
  if (!codes) return {};
  return {ends_of_range(codes->lowest(), codes->highest())};
}

}  // namespace selvage
