#include "selvage/verbs/with_or_without_bounds.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/base/errors.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {
namespace {

bool has_field(const Verb& verb, const std::string& name) {
  return std::any_of(verb.fields.begin(), verb.fields.end(),
                     [&](const Field& field) { return field.name == name; });
}

// Given, or known of the column by a domain file.
Result<bool> has_bounds(const Asked& asked) {
  if (asked.has("bounds")) return true;
  const auto file = asked_domain_file(asked);
  if (!file) return file.error();
  const auto* column = *file ? (*file)->find(asked.text_or("column", "")) : nullptr;
  return column != nullptr && column->bounds.has_value();
}

// What was given and only the other one takes.
std::optional<Error> misplaced(const Asked& asked, const Verb& chosen,
                               const Verb& other) {
  for (const Field& field : other.fields) {
    if (!asked.has(field.name) || has_field(chosen, field.name)) continue;
    const std::string name = "`" + field.name + "`";
    return wrong_field(
        field.name, has_field(chosen, "bounds")
                        ? name + " is for a " + chosen.name +
                              " without bounds; leave it out, or the bounds"
                        : name + " needs bounds; add `bounds` LO:HI, or leave it out");
  }
  return std::nullopt;
}

std::vector<Field> fields_of_both(const Verb& with, const Verb& without) {
  std::vector<Field> fields;
  for (const Field& field : with.fields) {
    fields.push_back(field);
    if (field.name != "bounds") continue;
    fields.back().help = "public bounds; without them a range is found privately";
    for (const Field& other : without.fields)
      if (!has_field(with, other.name)) fields.push_back(other);
  }
  return fields;
}

}  // namespace

Verb with_or_without_bounds(Verb with, Verb without) {
  assert(with.name == without.name && has_field(with, "bounds"));
  Verb both = with;
  both.fields = fields_of_both(with, without);
  both.plan = [with, without](const Asked& asked) -> Result<Planned> {
    const auto bounded = has_bounds(asked);
    if (!bounded) return bounded.error();
    const Verb& chosen = *bounded ? with : without;
    if (auto fault = misplaced(asked, chosen, *bounded ? without : with))
      return *std::move(fault);
    return chosen.plan(asked);
  };
  both.read = [with, without](const MechanismRecord& record) {
    const auto& own = record.question.own;
    const bool bounded = std::any_of(own.begin(), own.end(), [](const auto& asked) {
      return asked.first == "bounds";
    });
    return (bounded ? with : without).read(record);
  };
  return both;
}

}  // namespace selvage
