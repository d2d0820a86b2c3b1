#include "selvage/mechanism/found_keys/found_keys_verbs.hpp"

#include <algorithm>
#include <cassert>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/key_threshold.hpp"
#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/mechanism/found_keys/found_keys.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {
namespace {

// Of epsilon, for the counts of the keys: the first with which the threshold is no
// higher than what the answer needs anyway, else the last.
const Rational kShares[] = {{1, 20}, {1, 10}, {1, 5}};
// That answers lie within their data, from the least count on. [T98]
const Rational kGuardConfidence(19, 20);

using Instead = std::map<std::string, std::vector<std::string>>;

// What was asked of the verb, with other texts for some fields; none: without these.
Asked asked_with(const Verb& verb, const Asked& asked, const Instead& instead) {
  std::vector<std::string> names = {"table", "version", "delimiter"};
  for (const Field& field : verb.fields) {
    names.push_back(field.name);
    names.push_back(kDeclared + field.name);
  }
  Asked other;
  for (const std::string& name : names) {
    const auto found = instead.find(name);
    for (const std::string& text :
         found == instead.end() ? asked.texts(name) : found->second)
      other.give(name, text);
  }
  return other;
}

// One key stands for those that are not known.
std::vector<std::string> with_a_key(const Domain& domain,
                                    std::vector<std::string> texts) {
  assert(texts.size() == domain.columns().size());
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (const DomainColumn& column = domain.columns()[i];
        std::holds_alternative<UnknownKeys>(column.values))
      texts[i] = column.name + "=key";
  return texts;
}

// Keys with fewer rows are not shown, and so have a smaller delta. [T31]
void raise_threshold(std::int64_t least, CellsPlan& keys) {
  if (least <= *keys.key_threshold) return;
  keys.key_threshold = least;
  auto promises = added_promises(noisy_numbers(keys), keys.promise);
  assert(promises);
  keys.derivations = *std::move(promises);
}

// So many rows the answer needs to lie within its data.
std::int64_t least_rows(const Mechanism& plan) {
  return plan.plan_numbers({}, kGuardConfidence)["rows_needed"]["usual"]
      .get<std::int64_t>();
}

Result<Planned> plan_with_keys(const Verb& known, const std::string& guard,
                               const Domain& domain, const Asked& asked) {
  if (!guard.empty() && asked.has(guard))
    return wrong_field(
        guard, fmt::format("`{}` does not go with keys that are not known, "
                           "whose count decides; leave it out, or name the keys",
                           guard));
  const auto epsilon = asked_epsilon(asked);
  if (!epsilon) return epsilon.error();
  const auto delta = asked.number("delta", "1e-6");
  if (!delta) return delta.error();
  for (const Rational& share : kShares) {
    Instead instead = {{"by", with_a_key(domain, asked.texts("by"))},
                       {"delta", {}},
                       {"epsilon", {(*epsilon * (Rational(1) - share)).text()}}};
    if (!guard.empty()) instead[guard] = {""};
    auto planned = known.plan(asked_with(known, asked, instead));
    if (!planned) return planned.error();
    auto keys = plan_cells({.statistic = Statistic::count,
                            .reading = {domain, std::nullopt, planned->question.person},
                            .epsilon = *epsilon * share,
                            .delta = delta->value_or(0),
                            .wanted = WantedNoise::laplace});
    if (!keys) return keys.error();
    const std::int64_t least = guard.empty() ? 0 : least_rows(*planned->plan);
    if (*keys->key_threshold > least && &share != std::end(kShares) - 1) continue;
    raise_threshold(least, *keys);
    const Question groups = question_about(known.name, domain);
    planned->question.domain = groups.domain;
    planned->question.asked = groups.asked;
    planned->question.keys = groups.keys;
    auto made = FoundKeysMechanism::make(planned->question, *std::move(keys),
                                         {planned->plan, known.read});
    if (!made) return made.error();
    planned->plan = *std::move(made);
    return planned;
  }
  return wrong("no share of epsilon is left");
}

}  // namespace

Verb with_found_keys(Verb known, std::string guard) {
  Verb both = known;
  both.fields.clear();
  for (const Field& field : known.fields) {
    both.fields.push_back(field);
    if (field.name == "epsilon")
      both.fields.push_back(
          {"delta", "NUMBER", "a small probability, as 1e-6; for ? and some ways"});
  }
  both.plan = [known, guard](const Asked& asked) -> Result<Planned> {
    const auto file = asked_domain_file(asked);
    if (!file) return file.error();
    const auto domain = asked_domain(asked, "by", *file);
    if (!domain) return domain.error();
    if (domain->has_unknown_keys()) return plan_with_keys(known, guard, *domain, asked);
    if (asked.has("delta"))
      return wrong_field("delta",
                         fmt::format("`delta` is for keys that are not known, and a {} "
                                     "in this way has no use for it; leave it out",
                                     known.name));
    return known.plan(asked);
  };
  both.read = [known](const MechanismRecord& record) -> Result<Plan> {
    if (record.question.domain.has_unknown_keys())
      return read_found_keys(record, known.read);
    return known.read(record);
  };
  return both;
}

}  // namespace selvage
