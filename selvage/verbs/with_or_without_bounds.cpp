#include "selvage/verbs/with_or_without_bounds.hpp"

#include <algorithm>

#include "selvage/question/common_fields.hpp"
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

}  // namespace

Verb with_or_without_bounds(Verb with, Verb without) {
  const std::string name = with.name;
  for (Field& field : with.fields)
    if (field.name == "bounds")
      field.help = "public bounds; without them a range is found privately";
  return one_verb(
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
}

}  // namespace selvage
