#include "selvage/verbs/with_or_without_bounds.hpp"

#include <algorithm>

#include "selvage/question/common_fields.hpp"
#include "selvage/verbs/bounds_or_none.hpp"
#include "selvage/verbs/two_ways.hpp"

namespace selvage {
namespace {

// Given, or known of the column by a domain file.
Result<bool> has_bounds(const Asked& asked) {
  if (asked.has("bounds")) return true;
  const auto file = asked_domain_file(asked);
  if (!file) return file.error();
  const auto* column = *file ? (*file)->find(asked.text_or("column", "")) : nullptr;
  return column != nullptr && column->bounds.has_value();
}

// What only one of both takes is left out of the other one's question.
Asked taken_by(const Verb& verb, const Verb& other, Asked asked) {
  for (const Field& field : other.fields)
    if (!has_field(verb, field.name)) asked = asked.without(field.name);
  return asked;
}

// Nothing where the other way has no plan.
OtherWay compared(const Verb& with, const Verb& without, const Asked& asked,
                  const Rational& confidence) {
  Asked bounded = taken_by(with, without, asked);
  const auto given = has_bounds(asked);
  if (!given) return {};
  if (!*given) bounded.give("bounds", "0:1");
  const auto one = with.plan(bounded);
  // Its delta may be for Gaussian noise, which the other one has not.
  auto other = without.plan(taken_by(without, with, asked));
  if (!other) other = without.plan(taken_by(without, with, asked).without("delta"));
  if (!one || !other) return {};
  std::string bounds;
  for (const auto& [name, text] : one->question.own)
    if (name == "bounds" && *given) bounds = text;
  return compared_moments({one->plan, other->plan, with.name, bounds, confidence});
}

}  // namespace

Verb with_or_without_bounds(Verb with, Verb without) {
  const std::string name = with.name;
  for (Field& field : with.fields)
    if (field.name == "bounds")
      field.help = "public bounds; without them a range is found privately";
  const Verb bounded_verb = with, free_verb = without;
  Verb both = one_verb(
      {.usual = std::move(with),
       .other = std::move(without),
       .asks_other = [](const Asked& asked) -> Result<bool> {
         const auto bounded = has_bounds(asked);
         if (!bounded) return bounded.error();
         return !*bounded;
       },
       .is_other =
           [](const MechanismRecord& record) {
             const auto& own = record.question.own;
             return std::none_of(own.begin(), own.end(), [](const auto& asked) {
               return asked.first == "bounds";
             });
           },
       .misplaced = [name](const std::string& field, bool other_chosen) -> std::string {
         return "`" + field + "` " +
                (other_chosen ? "needs bounds; add `bounds` LO:HI, or leave it out"
                              : "is for a " + name +
                                    " without bounds; leave it out, or the bounds");
       },
       .others_after = "bounds"});
  both.plan = [plan = both.plan, bounded_verb,
               free_verb](const Asked& asked) -> Result<Planned> {
    auto planned = plan(asked);
    if (planned)
      planned->other_way = [asked, bounded_verb, free_verb,
                            confidence = planned->confidence] {
        return compared(bounded_verb, free_verb, asked, confidence);
      };
    return planned;
  };
  return both;
}

}  // namespace selvage
