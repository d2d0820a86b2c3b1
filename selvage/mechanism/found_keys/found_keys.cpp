#include "selvage/mechanism/found_keys/found_keys.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/mechanism/cells/cells_answer.hpp"
#include "selvage/mechanism/cells/cells_evidence.hpp"
#include "selvage/mechanism/cells/cells_record.hpp"
#include "selvage/mechanism/cells/released_keys.hpp"
#include "selvage/summary/chosen_cells.hpp"

namespace selvage {
namespace {

// Asked together: more take more memory, fewer take more scans.
constexpr std::size_t kGroupsTogether[] = {10'000, 1000, 100, 10, 1};

// So many groups and nothing else: the last one is that of all other keys.
Domain domain_of(std::size_t groups) {
  std::vector<std::string> keys;
  for (std::size_t i = 1; i < groups; ++i) keys.push_back(std::to_string(i));
  return Domain::of_released({{"key", KeyList::of(keys), true}});
}

// The same about other groups.
Question about(Question question, const Domain& domain) {
  Question groups = question_about(question.verb, domain);
  question.domain = std::move(groups.domain);
  question.asked = std::move(groups.asked);
  question.keys = std::move(groups.keys);
  return question;
}

// Counts of rows by the keys.
Question count_of_keys(const Question& question) {
  Question count = question;
  count.verb = "count";
  count.column.clear();
  count.own.clear();
  return count;
}

}  // namespace

FoundKeysMechanism::FoundKeysMechanism(Question question, CellsPlan keys,
                                       KnownGroups known)
    : question_(std::move(question)),
      keys_(count_of_keys(question_), std::move(keys)),
      known_(std::move(known)) {}

Result<std::shared_ptr<const FoundKeysMechanism>> FoundKeysMechanism::make(
    Question question, CellsPlan keys, KnownGroups known) {
  assert(question.domain.has_unknown_keys() && keys.key_threshold);
  std::shared_ptr<FoundKeysMechanism> made(
      new FoundKeysMechanism(std::move(question), std::move(keys), std::move(known)));
  for (const std::size_t groups : kGroupsTogether) {
    auto plan = made->for_groups(groups);
    if (!plan && groups == 1) return plan.error();
    made->most_groups_ = groups;
    if (plan) break;
  }
  return std::shared_ptr<const FoundKeysMechanism>(std::move(made));
}

Result<Plan> FoundKeysMechanism::for_groups(std::size_t groups) const {
  return known_.read({.question = about(question_, domain_of(groups)),
                      .law = known_.plan->law(),
                      .shown = known_.plan->shown(),
                      .fewer_than = std::nullopt,
                      .reason = known_.plan->reason()});
}

void FoundKeysMechanism::each_part(
    std::size_t groups,
    const std::function<bool(const Mechanism&, std::size_t, std::size_t)>& visit)
    const {
  Plan plan;
  std::size_t planned = 0;
  for (std::size_t first = 0; first < groups; first += planned) {
    const std::size_t wanted = std::min(most_groups_, groups - first);
    if (wanted != planned) {
      auto made = for_groups(wanted);
      assert(made);  // as it was for more
      plan = *std::move(made);
      planned = wanted;
    }
    if (!visit(*plan, first, planned)) return;
  }
}

Json FoundKeysMechanism::law() const {
  return {{"keys", keys_.law()},
          {"answer", {{"name", known_.plan->name()}, {"law", known_.plan->law()}}}};
}

std::optional<std::int64_t> FoundKeysMechanism::fewer_than() const {
  return keys_.plan().key_threshold;
}

// The second step knows the released keys. [T167]
std::vector<Derivation> FoundKeysMechanism::guarantees() const {
  auto whole = basic_composition(
      {keys_.guarantees().front(), known_.plan->guarantees().front()});
  assert(whole);
  return {*std::move(whole)};
}

Needs FoundKeysMechanism::needs() const {
  Needs needs = known_.plan->needs();
  needs.reading.domain = question_.domain;
  return needs;
}

// A later scan depends on the released keys and on nothing else that was read.
Result<Drawn> FoundKeysMechanism::run(Reader& reader, RandomSource& random) const {
  const auto cells = reader.cells();
  if (!cells) return cells.error();
  auto [drawn, rows] = release_keys(keys_.plan(), *cells, random);
  std::vector<std::int64_t> counts = std::move(drawn.numbers.front());
  drawn.numbers.clear();
  std::optional<Error> error;
  each_part(
      rows.size(), [&](const Mechanism& plan, std::size_t first, std::size_t groups) {
        ChosenCells chosen(reader, plan.needs().reading,
                           std::span(rows).subspan(first, groups));
        const auto part = plan.run(chosen, random);
        if (!part) {
          error = part.error();
          return false;
        }
        drawn.numbers.resize(part->numbers.size());
        for (std::size_t i = 0; i < drawn.numbers.size(); ++i)
          drawn.numbers[i].insert(drawn.numbers[i].end(), part->numbers[i].begin(),
                                  part->numbers[i].end());
        return true;
      });
  if (error) return *std::move(error);
  drawn.numbers.push_back(std::move(counts));
  return std::move(drawn);
}

// What each of the two steps shows for itself, with its own part of the promise.
Evidence FoundKeysMechanism::evidence(Effort effort) const {
  Evidence keys = cells_evidence(keys_.plan(), effort);
  const auto renamed = [](std::string& number) {
    if (number == "count") number = kKeyCount;
  };
  for (NeighbourPair& pair : keys.pairs) {
    renamed(pair.number);
    renamed(pair.draws_of);
  }
  for (Probe& probe : keys.probes) renamed(probe.number);
  Evidence answer = known_.plan->evidence(effort);
  const std::size_t pairs = keys.pairs.size() + answer.pairs.size();
  for (NeighbourPair& pair : answer.pairs) keys.pairs.push_back(std::move(pair));
  for (Probe& probe : answer.probes) keys.probes.push_back(std::move(probe));
  return {.pairs = std::move(keys.pairs),
          .probes = std::move(keys.probes),
          .curve = nullptr,
          .speaks_for_all = false,
          .says = [pairs](const Walked& walked) {
            return "given ideal draws, the code that releases keys and the code that "
                   "answers for a group were run on " +
                   std::to_string(walked.outcomes) + " outcomes of " +
                   std::to_string(pairs) +
                   " pairs of tables; that the two promises add up is theorem T167";
          }};
}

Result<Plan> read_found_keys(
    const MechanismRecord& record,
    const std::function<Result<Plan>(const MechanismRecord&)>& read_known) {
  const auto& [question, law, shown, fewer_than, reason] = record;
  const Error other = unverified("its law is not that of keys which were not known");
  if (!law.is_object() || !law.contains("keys") || !law.contains("answer") ||
      !law["answer"].is_object() || !law["answer"].contains("law") || !fewer_than)
    return other;
  const Json keys_shown = {
      {"totals", true}, {"margins", Json::array()}, {"promised", Json::object()}};
  const auto keys =
      read_cells({count_of_keys(question), law["keys"], keys_shown, fewer_than, {}});
  if (!keys) return keys.error();
  const auto known = read_known(
      {about(question, domain_of(1)), law["answer"]["law"], shown, std::nullopt, {}});
  if (!known) return known.error();
  CellsPlan plan = static_cast<const CellsMechanism&>(**keys).plan();
  plan.fewer_than.reset();
  auto made = FoundKeysMechanism::make(question, std::move(plan), {*known, read_known});
  if (!made) return made.error();
  if (canonical_json((*made)->law()) != canonical_json(law) ||
      (*made)->fewer_than() != fewer_than)
    return other;
  return Plan(*std::move(made));
}

}  // namespace selvage
