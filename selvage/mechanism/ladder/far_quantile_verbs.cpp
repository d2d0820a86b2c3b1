#include "selvage/mechanism/ladder/far_quantile_verbs.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/column_question.hpp"
#include "selvage/mechanism/ladder/far_quantile.hpp"

namespace selvage {
namespace {

constexpr const char* kFarVerb = "quantile";
const Rational kFarAbove(4, 5), kFarBelow(1, 5);

// What a ladder can be asked for as well: one quantile far from the middle, of numbers,
// and nothing beside it. A list is split by ranks, where cuts never cross; ladders for
// each of its quantiles would cost as many parts of epsilon.
std::optional<LadderRequest> far_request(const Question& question, const Asked& asked) {
  for (const char* other : {"bounds", "check", "interval"})
    if (asked.has(other)) return std::nullopt;
  const auto at = Rational::parse(own_text(question, "at"));
  const auto unit = ColumnUnit::parse(own_text(question, "unit"));
  const auto epsilon = asked_epsilon(asked);
  if (!at || !unit || unit->moments || !epsilon ||
      (*at <= kFarAbove && *at >= kFarBelow) || question.domain.has_unknown_keys())
    return std::nullopt;
  return LadderRequest{*at, *epsilon, *unit};
}

// Without a guard nothing is released that could decide: the number of people that was
// said does, if it was. It says nothing of groups.
void take_by_people(const Asked& asked, const LadderRequest& request,
                    Planned& planned) {
  if (!asked.has("people") || !planned.question.domain.columns().empty()) return;
  const auto ladder = LadderMechanism::make(planned.question, request);
  if (!ladder) return;
  const auto needed = [](const Mechanism& way) {
    return way.plan_numbers({}, kFarConfidence)["rows_needed"];
  };
  const Json searched = needed(**ladder);
  const auto drawn = needed(*planned.plan)["usual"].get<std::int64_t>();
  const std::int64_t people = planned.prior.people;
  if (searched.is_null() || people < searched.get<std::int64_t>() || people >= drawn)
    return;
  planned.notes.push_back(
      fmt::format("`people` {} is below {}, what a draw by ranks needs: a ladder is "
                  "taken, which is less fine",
                  people, drawn));
  planned.question = (*ladder)->question();
  planned.plan = *ladder;
}

Result<Planned> plan_with_ladder(const Verb& quantiles, const Asked& asked) {
  auto planned = quantiles.plan(asked);
  if (!planned) return planned;
  const auto request = far_request(planned->question, asked);
  if (!request) return planned;
  if (asked.has("no_guard")) {
    take_by_people(asked, *request, *planned);
    return planned;
  }
  const auto far = FarQuantileMechanism::make(planned->question, *request);
  if (!far) return planned;  // as without a ladder
  planned->question = (*far)->question();
  planned->plan = *far;
  return planned;
}

bool tells_of_far_quantile(const MechanismRecord& record) {
  return record.law.is_object() && record.law.contains("ladder") &&
         record.law.contains("quantile");
}

Result<Plan> read_far_quantile(const MechanismRecord& record) {
  const auto& [question, law, shown, fewer_than, reason] = record;
  const Error other =
      unverified("its law is not that of a quantile far from the middle");
  const auto epsilon = law_number(law["quantile"], "epsilon"),
             at = law_number(law["ladder"], "at");
  const auto unit = law_unit(law["ladder"]);
  if (question.verb != kFarVerb || fewer_than || question.column.empty() || !epsilon ||
      !at || !unit || unit->moments || !can_be_asked(question.person) ||
      (*at <= kFarAbove && *at >= kFarBelow))
    return other;
  const auto mechanism =
      FarQuantileMechanism::make(question, {*at, *epsilon * Rational(20, 19), *unit});
  return same_as_told(mechanism, record, other);
}

}  // namespace

Verb with_ladder_for_few(Verb quantiles) {
  Verb both = quantiles;
  both.plan = [quantiles](const Asked& asked) {
    return plan_with_ladder(quantiles, asked);
  };
  both.read = [quantiles](const MechanismRecord& record) {
    return tells_of_far_quantile(record) ? read_far_quantile(record)
                                         : quantiles.read(record);
  };
  return both;
}

}  // namespace selvage
