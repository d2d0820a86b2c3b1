#include "selvage/mechanism/sparse_histogram/sparse_histogram.hpp"

#include <algorithm>
#include <cassert>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/cells/cells_answer.hpp"
#include "selvage/mechanism/cells/cells_evidence.hpp"
#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/mechanism/sparse_histogram/sparse_noise.hpp"

namespace selvage {
namespace {

// Which of a person's rows count must not be a secret choice: whoever is told apart
// would then depend on it, and closeness is asked of the law as a whole. So nothing may
// be cut off. [T346]
Outcome check_person(const Question& question) {
  if (question.person.column.empty()) return Done{};
  const auto cells = static_cast<std::int64_t>(question.domain.cells());
  const PersonShare share = person_share(question.person, question.domain);
  if (share.rows_in_cell == 1 && share.cells == cells && share.rows == cells)
    return Done{};
  return wrong_field(
      "person",
      fmt::format("`person` with `average_case` needs that nobody's rows are chosen "
                  "from, so every person counts once in every cell; add `per_person` "
                  "first, `rows_per_person` {0} and `cells_per_person` {0}, or leave "
                  "`person` out",
                  cells));
}

// A cell that holds somebody holds at least one.
Estimate full_cell(std::int64_t count, std::int64_t bound) {
  const std::int64_t least = std::max<std::int64_t>(1, count - bound);
  return {count, least, std::max(least, count + bound)};
}

// 1 for each cell that holds somebody, else 0. Requires all cells in their order.
std::vector<std::int64_t> fullness(std::size_t cells, const Cells& counted) {
  std::vector<std::int64_t> full(cells, 0);
  for (const CellSums& sums : counted.sums)
    if (sums.rows > 0) full[sums.cell] = 1;
  return full;
}

}  // namespace

bool in_any_cells(const Question& question) { return !question.person.column.empty(); }

std::uint64_t sparse_cells_of(const Question& question) {
  const std::uint64_t cells = question.domain.cells();
  return cells + (!in_any_cells(question) && !question.where.empty() ? 1 : 0);
}

Result<std::shared_ptr<const SparseHistogram>> SparseHistogram::make(
    Question question, SparseTerms terms) {
  if (question.domain.has_unknown_keys()) return unverified("some keys are not known");
  if (const auto fits = check_person(question); !fits) return fits.error();
  if (terms.cells != sparse_cells_of(question) ||
      terms.in_any_cells != in_any_cells(question))
    return unverified("the number of cells is another than the question's");
  auto plan = plan_without_noise({.statistic = Statistic::count,
                                  .reading = {.domain = question.domain,
                                              .measure = std::nullopt,
                                              .person = question.person},
                                  .epsilon = Rational(1) / terms.noise.scale});
  if (!plan) return plan.error();
  plan->numbers[0].set_noise(terms.full_cells_only()
                                 ? std::make_shared<const SparseNoise>(terms.noise)
                                 : added_noise(terms.noise));
  plan->derivations = {terms.derivation()};
  plan->with_totals = false;
  plan->with_margins.assign(plan->reading.domain.columns().size(), false);
  return std::shared_ptr<const SparseHistogram>(
      new SparseHistogram(std::move(question), *std::move(plan), std::move(terms)));
}

Json SparseHistogram::law() const { return terms_.law(); }

Json SparseHistogram::shown() const { return Json::object(); }

std::vector<std::pair<std::string, std::string>> SparseHistogram::parameters() const {
  std::vector<std::pair<std::string, std::string>> all = {
      {"scale", terms_.noise.scale.text()},
      // By this name it is the total of all counts.
      {question_.where.empty() && !terms_.in_any_cells ? "people" : "people in all",
       std::to_string(terms_.people)},
      {"noise in", terms_.gamma ? "full cells" : "every cell"}};
  if (terms_.gamma) all.emplace_back("gamma", terms_.gamma->text());
  return all;
}

std::vector<ErrorRow> SparseHistogram::errors(const std::optional<Prior>&,
                                              const Rational& confidence) const {
  return {{.count = std::nullopt,
           .mean_absolute = mean_absolute_error(terms_.noise),
           .bound = Rational(error_bound(terms_.noise, Rational(1) - confidence))}};
}

std::vector<Accuracy> SparseHistogram::accuracy(const Rational& confidence) const {
  return {{.alpha = 0,
           .beta = Rational(error_bound(terms_.noise, Rational(1) - confidence)),
           .gamma = Rational(1) - confidence,
           .distortion = Distortion::none,
           .metric = "absolute error of one count"}};
}

// Which cells are empty is told exactly, and said: a noisy 0 is no empty cell. The
// pairs of which T232 speaks have the same full cells, so that this costs nothing more.
Result<Drawn> SparseHistogram::run(Reader& reader, RandomSource& random) const {
  const auto cells = reader.cells();
  if (!cells) return cells.error();
  Drawn drawn = release_cells(plan_, *cells, random);
  if (terms_.full_cells_only())
    drawn.numbers.push_back(fullness(drawn.cells.size(), *cells));
  return drawn;
}

bool SparseHistogram::can_draw(const Drawn& drawn) const {
  if (!terms_.full_cells_only()) return selvage::can_draw(plan_, drawn);
  if (drawn.numbers.size() != 2 || drawn.numbers[1].size() != drawn.cells.size() ||
      !selvage::can_draw(plan_, {drawn.cells, drawn.keys, {drawn.numbers[0]}}))
    return false;
  const auto& [counts, full] = std::tie(drawn.numbers[0], drawn.numbers[1]);
  for (std::size_t i = 0; i < full.size(); ++i)
    if (full[i] != 1 && (full[i] != 0 || counts[i] != 0)) return false;
  return true;
}

Answer SparseHistogram::answer(const Drawn& drawn, const Rational& confidence) const {
  assert(can_draw(drawn));
  const std::int64_t bound = error_bound(terms_.noise, Rational(1) - confidence);
  Series counts{.name = "count"};
  for (std::size_t i = 0; i < drawn.numbers[0].size(); ++i) {
    const std::int64_t count = drawn.numbers[0][i];
    if (!terms_.full_cells_only())
      counts.rows.push_back({count, count - bound, count + bound});
    else
      counts.rows.push_back(drawn.numbers[1][i] == 1 ? full_cell(count, bound)
                                                     : Estimate{0, 0, 0});
  }
  return {.domain = plan_.reading.domain,
          .cells = drawn.cells,
          .numbers = {std::move(counts)}};
}

Quantity SparseHistogram::quantity(const Series& number, const Rational&) const {
  return number.with_intervals ? true_count(question_) : Quantity{};
}

// Cells with somebody in both tables, run by the loop that releases. A cell that one
// person alone fills is what gamma is about, and is no pair.
Evidence SparseHistogram::evidence(Effort effort) const {
  if (!terms_.full_cells_only()) return cells_evidence(plan_, effort);
  Evidence evidence;
  std::vector<std::int64_t> counts = {2, 3, 10};
  if (effort == Effort::audit) counts = {2, 3, 5, 10, 100, 1000, 1'000'000};
  for (const std::int64_t count : counts) {
    NeighbourPair pair = cell_pair(plan_.numbers[0], count, 1);
    pair.epsilon = Rational(1) / terms_.noise.scale;
    pair.most_walked = 1 << 12;
    evidence.pairs.push_back(std::move(pair));
  }
  evidence.speaks_for_all = false;
  evidence.says = [gamma = *terms_.gamma](const Walked& walked) {
    return fmt::format(
        "given ideal draws, the code was run on {} outcomes of cells with somebody "
        "beside the replaced person; that others are told with probability {} at most "
        "is theorem T232",
        walked.outcomes, gamma.text());
  };
  return evidence;
}

}  // namespace selvage
