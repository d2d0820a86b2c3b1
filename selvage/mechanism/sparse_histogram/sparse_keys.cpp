#include "selvage/mechanism/sparse_histogram/sparse_keys.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/cells/cells_answer.hpp"
#include "selvage/mechanism/cells/cells_evidence.hpp"
#include "selvage/mechanism/cells/cells_plan.hpp"

namespace selvage {

SparseKeys::SparseKeys(Question question, CellsPlan from_threshold,
                       SparseKeysTerms terms)
    : question_(std::move(question)),
      from_threshold_(std::move(from_threshold)),
      all_(from_threshold_),
      alone_{.name = "people alone", .formula = {}},
      terms_(std::move(terms)) {
  all_.key_threshold = -kMaxRelease;
  alone_.set_noise(added_noise(terms_.test_noise));
}

Result<std::shared_ptr<const SparseKeys>> SparseKeys::make(Question question,
                                                           SparseKeysTerms terms) {
  if (!question.person.column.empty())
    return wrong_field("person",
                       "`person` does not go with `average_case` and keys that are not "
                       "known, where every row is a person of its own; leave one of "
                       "them out");
  if (!question.domain.has_unknown_keys()) return unverified("all keys are known");
  auto plan = plan_without_noise({.statistic = Statistic::count,
                                  .reading = {.domain = question.domain,
                                              .measure = std::nullopt,
                                              .person = question.person},
                                  .epsilon = terms.alpha()});
  if (!plan) return plan.error();
  plan->numbers[0].set_noise(added_noise(terms.noise));
  plan->key_threshold = terms.threshold;
  plan->derivations = {terms.derivation()};
  plan->with_totals = false;
  plan->with_margins.assign(plan->reading.domain.columns().size(), false);
  return std::shared_ptr<const SparseKeys>(
      new SparseKeys(std::move(question), *std::move(plan), std::move(terms)));
}

// How long it takes tells about how many keys there are, as elsewhere with keys that
// are not known.
Drawn SparseKeys::release(const Cells& cells, RandomSource& random) const {
  std::int64_t alone =
      std::count_if(cells.sums.begin(), cells.sums.end(),
                    [](const CellSums& sums) { return sums.rows == 1; });
  alone_.add_noise(std::span(&alone, 1), random);
  const bool all = alone <= terms_.test.passes;
  Drawn drawn = release_cells(all ? all_ : from_threshold_, cells, random);
  drawn.numbers.emplace_back(drawn.cells.size(), all ? 1 : terms_.threshold);
  return drawn;
}

Result<Drawn> SparseKeys::run(Reader& reader, RandomSource& random) const {
  const auto cells = reader.cells();
  if (!cells) return cells.error();
  return release(*cells, random);
}

bool SparseKeys::can_draw(const Drawn& drawn) const {
  if (drawn.numbers.size() != 2 || drawn.numbers[1].size() != drawn.cells.size())
    return false;
  const auto& listed_from = drawn.numbers[1];
  const bool all = !listed_from.empty() && listed_from.front() == 1;
  if (std::any_of(listed_from.begin(), listed_from.end(), [&](std::int64_t from) {
        return from != (all ? 1 : terms_.threshold);
      }))
    return false;
  return selvage::can_draw(all ? all_ : from_threshold_,
                           {drawn.cells, drawn.keys, {drawn.numbers.front()}});
}

// A key that is told holds somebody.
Answer SparseKeys::answer(const Drawn& drawn, const Rational& confidence) const {
  assert(can_draw(drawn));
  const std::int64_t bound = error_bound(terms_.noise, Rational(1) - confidence);
  Series counts{.name = "count"}, from{.name = kListedFrom};
  for (const std::int64_t count : drawn.numbers[0]) {
    const std::int64_t least = std::max<std::int64_t>(1, count - bound);
    counts.rows.push_back({count, least, std::max(least, count + bound)});
  }
  for (const std::int64_t one : drawn.numbers[1])
    from.rows.push_back(without_interval(one));
  return {.domain = released_domain(from_threshold_.reading.domain, drawn),
          .cells = drawn.cells,
          .numbers = {std::move(counts), std::move(from)}};
}

Quantity SparseKeys::quantity(const Series& number, const Rational&) const {
  return number.name == kListedFrom ? Quantity{} : true_count(question_);
}

Json SparseKeys::law() const { return terms_.law(); }

Json SparseKeys::shown() const { return Json::object(); }

std::vector<std::pair<std::string, std::string>> SparseKeys::parameters() const {
  return {{"scale", terms_.noise.scale.text()},
          {"scale of the test", terms_.test_noise.scale.text()},
          {"passes", std::to_string(terms_.test.passes)},
          {"threshold", std::to_string(terms_.threshold)},
          {"gamma", terms_.gamma.text()},
          {"eta", terms_.eta.text()}};
}

std::vector<ErrorRow> SparseKeys::errors(const std::optional<Prior>&,
                                         const Rational& confidence) const {
  return {{.count = std::nullopt,
           .mean_absolute = mean_absolute_error(terms_.noise),
           .bound = Rational(error_bound(terms_.noise, Rational(1) - confidence))}};
}

std::vector<Accuracy> SparseKeys::accuracy(const Rational& confidence) const {
  return {{.alpha = 0,
           .beta = Rational(error_bound(terms_.noise, Rational(1) - confidence)),
           .gamma = Rational(1) - confidence,
           .distortion = Distortion::none,
           .metric = "absolute error of one count"}};
}

// The number of people alone, which one replaced person changes by two; keys with
// somebody in both tables; and a key of one person where the test did not pass. Where
// it passes such a key is what gamma is about, and is no pair.
Evidence SparseKeys::evidence(Effort effort) const {
  Evidence evidence;
  const auto add = [&](NeighbourPair pair, const Rational& epsilon,
                       const Rational& delta) {
    pair.epsilon = epsilon;
    pair.delta = delta;
    pair.most_walked = 1 << 12;
    evidence.pairs.push_back(std::move(pair));
  };
  const Rational of_count = Rational(1) / terms_.noise.scale;
  for (const std::int64_t alone : {std::int64_t{2}, terms_.test.most + 2})
    add(cell_pair(alone_, alone, 2), Rational(2) / terms_.test_noise.scale, 0);
  std::vector<std::int64_t> counts = {2, 3, 10};
  if (effort == Effort::audit) counts = {2, 3, 5, 10, 100, 1000, 1'000'000};
  for (const std::int64_t count : counts)
    add(cell_pair(from_threshold_.numbers[0], count, 1), of_count, 0);
  add(new_key_pair(from_threshold_, 1), of_count, terms_.shown_alone().upper());
  add_threshold_probe(from_threshold_, "T345", evidence);
  evidence.speaks_for_all = false;
  evidence.says = [this](const Walked& walked) {
    return fmt::format(
        "given ideal draws, the code of the test and of the counts was run on {} "
        "outcomes; that people who are alone are told with probability {} at most, and "
        "that all of it adds up, is theorem T345",
        walked.outcomes, terms_.gamma.text());
  };
  return evidence;
}

}  // namespace selvage
