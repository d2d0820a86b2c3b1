#include "selvage/verbs/two_ways.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/base/errors.hpp"

namespace selvage {

bool has_field(const Verb& verb, const std::string& name) {
  return std::any_of(verb.fields.begin(), verb.fields.end(),
                     [&](const Field& field) { return field.name == name; });
}

Verb one_verb(TwoWays ways) {
  const auto& [usual, other, asks_other, is_other, misplaced, others_after] = ways;
  assert(usual.name == other.name && has_field(usual, others_after));
  Verb both = usual;
  both.fields.clear();
  for (const Field& field : usual.fields) {
    both.fields.push_back(field);
    if (field.name != others_after) continue;
    for (const Field& more : other.fields)
      if (!has_field(usual, more.name)) both.fields.push_back(more);
  }
  both.plan = [ways](const Asked& asked) -> Result<Planned> {
    const auto chosen = ways.asks_other(asked);
    if (!chosen) return chosen.error();
    const Verb& taken = *chosen ? ways.other : ways.usual;
    for (const Field& field : (*chosen ? ways.usual : ways.other).fields)
      if (asked.has(field.name) && !has_field(taken, field.name))
        return wrong_field(field.name, ways.misplaced(field.name, *chosen));
    return taken.plan(asked);
  };
  both.read = [ways](const MechanismRecord& record) {
    return (ways.is_other(record) ? ways.other : ways.usual).read(record);
  };
  return both;
}

Verb by_flag(Verb usual, Verb other, const std::string& flag,
             std::function<bool(const MechanismRecord&)> is_other) {
  return one_verb(
      {.usual = std::move(usual),
       .other = std::move(other),
       .asks_other = [flag](const Asked& asked) -> Result<bool> {
         return asked.has(flag);
       },
       .is_other = std::move(is_other),
       .misplaced = [flag](const std::string& field, bool other_chosen) -> std::string {
         return "`" + field + "` " +
                (other_chosen ? "does not go with `" + flag + "`; leave one of them out"
                              : "needs `" + flag + "`; add that, or leave it out");
       },
       .others_after = "epsilon"});
}

Verb robust_or_usual(Verb usual, Verb robust,
                     std::function<bool(const MechanismRecord&)> is_robust) {
  return one_verb(
      {.usual = std::move(usual),
       .other = std::move(robust),
       .asks_other = [](const Asked& asked) -> Result<bool> {
         const auto word = asked.text("mechanism");
         if (!word || *word == "robust") return word.has_value();
         return wrong_field("mechanism",
                            "`mechanism` is robust here; write that, or leave it out",
                            "robust");
       },
       .is_other = std::move(is_robust),
       .misplaced = [](const std::string& field, bool other_chosen) -> std::string {
         return "`" + field + "` " +
                (other_chosen
                     ? "does not go with `mechanism` robust; leave one of them out"
                     : "needs `mechanism` robust; add that, or leave it out");
       },
       .others_after = "epsilon"});
}

Verb drop_only_or_usual(Verb usual, Verb drop_only,
                        std::function<bool(const MechanismRecord&)> is_drop_only) {
  for (Field& field : usual.fields)
    if (field.name == "mechanism")
      field.help = "threshold, exponential or drop-only (threshold)";
  const bool has_others = has_field(usual, "mechanism");
  return one_verb(
      {.usual = std::move(usual),
       .other = std::move(drop_only),
       .asks_other = [has_others](const Asked& asked) -> Result<bool> {
         const auto word = asked.text("mechanism");
         if (!word || *word == "drop-only") return word.has_value();
         if (has_others) return false;
         return wrong_field(
             "mechanism", "`mechanism` is drop-only here; write that, or leave it out",
             "drop-only");
       },
       .is_other = std::move(is_drop_only),
       .misplaced = [](const std::string& field, bool other_chosen) -> std::string {
         return "`" + field + "` " +
                (other_chosen
                     ? "does not go with `mechanism` drop-only; leave one of them out"
                     : "needs `mechanism` drop-only; add that, or leave it out");
       },
       .others_after = "epsilon"});
}

Verb ladder_or_usual(Verb usual, Verb ladder,
                     std::function<bool(const MechanismRecord&)> is_ladder) {
  for (Field& field : usual.fields)
    if (field.name == "mechanism")
      field.help = "ladder (where rows are few), drop-only";
  return one_verb(
      {.usual = std::move(usual),
       .other = std::move(ladder),
       .asks_other = [](const Asked& asked) -> Result<bool> {
         const auto word = asked.text("mechanism");
         if (word && *word != "ladder" && *word != "drop-only")
           return wrong_field("mechanism",
                              "`mechanism` is ladder or drop-only here; write one of "
                              "them, or leave it out",
                              "ladder");
         return word == "ladder";
       },
       .is_other = std::move(is_ladder),
       .misplaced = [](const std::string& field, bool other_chosen) -> std::string {
         return "`" + field + "` " +
                (other_chosen
                     ? "does not go with `mechanism` ladder; leave one of them out"
                     : "needs `mechanism` ladder; add that, or leave it out");
       },
       .others_after = "epsilon"});
}

Verb tested_or_usual(Verb usual, Verb tested,
                     std::function<bool(const MechanismRecord&)> is_tested) {
  assert(!has_field(usual, "mechanism"));
  for (Field& field : usual.fields)
    if (field.name == "people")
      field.help = "a guess for plans; public with propose-test-release";
  return one_verb(
      {.usual = std::move(usual),
       .other = std::move(tested),
       .asks_other = [](const Asked& asked) -> Result<bool> {
         const auto word = asked.text("mechanism");
         if (word && *word != "propose-test-release")
           return wrong_field(
               "mechanism",
               "`mechanism` is propose-test-release here; write that, or "
               "leave it out",
               "propose-test-release");
         return word.has_value();
       },
       .is_other = std::move(is_tested),
       .misplaced = [](const std::string& field, bool other_chosen) -> std::string {
         return "`" + field + "` " +
                (other_chosen ? "does not go with `mechanism` propose-test-release; "
                                "leave one of them out"
                              : "needs `mechanism` propose-test-release; add that, or "
                                "leave it out");
       },
       .others_after = "epsilon"});
}

Verb certain_or_drawn(Verb drawn, Verb certain) {
  return by_flag(std::move(drawn), std::move(certain), "certain",
                 [](const MechanismRecord& record) {
                   const auto& own = record.question.own;
                   return std::any_of(own.begin(), own.end(), [](const auto& asked) {
                     return asked.first == "certain";
                   });
                 });
}

}  // namespace selvage
