#include "selvage/summary/predicate_bind.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "selvage/base/nearest_name.hpp"

namespace selvage {
namespace {

using Compare = Predicate::Compare;
using OneOf = Predicate::OneOf;
using Like = Predicate::Like;
using IsMissing = Predicate::IsMissing;

Error wrong(std::string sentence) {
  return {ErrorKind::invalid_request, "--where: " + std::move(sentence)};
}

const char* plural(ValueKind kind) {
  switch (kind) {
    case ValueKind::exact:
    case ValueKind::real:
      return "numbers";
    case ValueKind::date:
      return "dates";
    case ValueKind::timestamp:
      return "times";
    case ValueKind::boolean:
      return "true and false";
    case ValueKind::other:
      return "values that cannot be compared";
    default:
      return "texts";
  }
}

// The kind of text that a literal asks for.
ValueKind kind_of_literal(const Value& value) {
  constexpr ValueKind kKinds[] = {ValueKind::real,      ValueKind::real,
                                  ValueKind::text,      ValueKind::date,
                                  ValueKind::timestamp, ValueKind::boolean};
  return kKinds[value.index()];
}

std::string described(const Value& value) {
  std::string text = literal_text(value);
  if (text.size() > 60) text = "this long value";
  switch (kind_of_literal(value)) {
    case ValueKind::real:
      return "the number " + text;
    case ValueKind::text:
      return "the text " + text;
    default:
      return text;
  }
}

bool are_numbers(ValueKind kind) {
  return kind == ValueKind::exact || kind == ValueKind::real;
}

// The literal as a value of this kind, if it is one.
std::optional<Value> converted(const Value& literal, ValueKind kind) {
  const auto* text = std::get_if<std::string>(&literal);
  if (kind == ValueKind::date && text) {
    const auto date = parse_date(*text);
    return date ? std::optional<Value>(*date) : std::nullopt;
  }
  if (kind == ValueKind::timestamp && text) {
    const auto timestamp = parse_timestamp(*text);
    return timestamp ? std::optional<Value>(*timestamp) : std::nullopt;
  }
  if (const auto* date = std::get_if<Date>(&literal))
    if (kind == ValueKind::timestamp) return Value(midnight(*date));
  if (const auto* number = std::get_if<Rational>(&literal)) {
    if (kind == ValueKind::real) return Value(number->to_double());
    if (kind == ValueKind::exact) return literal;
  }
  if (kind == kind_of_literal(literal)) return literal;
  return std::nullopt;
}

// Calls `visit` on every test, from left to right.
template <class Visit>
void for_each_test(const Predicate& predicate, const Visit& visit) {
  std::visit(
      [&](const auto& node) {
        if constexpr (requires { node.parts; })
          for (const Predicate& part : node.parts) for_each_test(part, visit);
        else
          visit(node);
      },
      predicate.node);
}

class Binder {
 public:
  // Finds the columns and decides how each is read.
  std::optional<Error> find_columns(const Predicate& predicate, const KindOf& kind_of) {
    std::optional<Error> problem;
    const auto find = [&](const std::string& name) {
      if (problem || place(name)) return;
      const auto kind = kind_of(name);
      if (kind)
        columns_.push_back({name, *kind, *kind});
      else
        problem = kind.error();
    };
    for_each_test(predicate, [&](const auto& test) {
      if constexpr (requires { test.column; }) {
        find(test.column);
      } else {
        find(test.left);
        if (const auto* right = std::get_if<std::string>(&test.right)) find(*right);
      }
    });
    if (!problem) decide_texts(predicate);
    return problem;
  }

  Result<BoundRule> bound(const Predicate& predicate) const {
    return std::visit([&](const auto& node) { return rule(node); }, predicate.node);
  }

  std::vector<BoundColumn> columns() && { return std::move(columns_); }

 private:
  std::optional<std::size_t> place(const std::string& name) const {
    const auto found =
        std::find_if(columns_.begin(), columns_.end(),
                     [&](const BoundColumn& column) { return column.name == name; });
    if (found == columns_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - columns_.begin());
  }
  const BoundColumn& column(const std::string& name) const {
    return columns_[*place(name)];
  }

  // Text takes the kind of the first literal or column beside it that is not text, and
  // is text where there is none. Each round decides a column or is the last.
  void decide_texts(const Predicate& predicate) {
    bool changed = true;
    const auto decide = [&](const std::string& name, ValueKind kind) {
      BoundColumn& undecided = columns_[*place(name)];
      const bool says_nothing = kind == ValueKind::any_text ||
                                kind == ValueKind::text || kind == ValueKind::other;
      if (undecided.read != ValueKind::any_text || says_nothing) return;
      undecided.read = kind == ValueKind::exact ? ValueKind::real : kind;
      changed = true;
    };
    while (changed) {
      changed = false;
      for_each_test(predicate, [&](const auto& test) {
        if constexpr (requires { test.values; }) {
          for (const Value& value : test.values)
            decide(test.column, kind_of_literal(value));
        } else if constexpr (requires { test.right; }) {
          if (const auto* value = std::get_if<Value>(&test.right))
            return decide(test.left, kind_of_literal(*value));
          const std::string& right = std::get<std::string>(test.right);
          decide(test.left, column(right).read);
          decide(right, column(test.left).read);
        }
      });
    }
    for (BoundColumn& rest : columns_)
      if (rest.read == ValueKind::any_text) rest.read = ValueKind::text;
  }

  static std::string what_it_holds(const BoundColumn& column) {
    const bool read = column.stored == ValueKind::any_text;
    return fmt::format("column '{}' {} {}", column.name, read ? "is read as" : "holds",
                       plural(column.read));
  }

  Result<Value> literal(const BoundColumn& column, const Value& value) const {
    auto result = converted(value, column.read);
    if (result) return *std::move(result);
    const char* hint = column.read == ValueKind::date ? "; write a date as '2025-01-31'"
                       : column.read == ValueKind::timestamp
                           ? "; write a time as '2025-01-31 12:34:56'"
                           : "";
    return wrong(fmt::format("{} and cannot be compared with {}{}",
                             what_it_holds(column), described(value), hint));
  }

  Result<BoundRule> rule(const Compare& test) const {
    const BoundColumn& left = column(test.left);
    if (const auto* value = std::get_if<Value>(&test.right)) {
      auto right = literal(left, *value);
      if (!right) return right.error();
      return BoundRule{
          BoundRule::Compare{*place(test.left), test.relation, *std::move(right)}};
    }
    const std::string& name = std::get<std::string>(test.right);
    const BoundColumn& right = column(name);
    const bool same =
        left.read == right.read || (are_numbers(left.read) && are_numbers(right.read));
    if (!same || left.read == ValueKind::other)
      return wrong(
          fmt::format("{} and cannot be compared with column '{}', which {} {}",
                      what_it_holds(left), right.name,
                      right.stored == ValueKind::any_text ? "is read as" : "holds",
                      plural(right.read)));
    return BoundRule{
        BoundRule::Compare{*place(test.left), test.relation, *place(name)}};
  }

  Result<BoundRule> rule(const OneOf& test) const {
    BoundRule::OneOf result{*place(test.column), {}};
    for (const Value& value : test.values) {
      auto bound_value = literal(column(test.column), value);
      if (!bound_value) return bound_value.error();
      result.values.push_back(*std::move(bound_value));
    }
    return BoundRule{std::move(result)};
  }

  Result<BoundRule> rule(const Like& test) const {
    if (column(test.column).read != ValueKind::text)
      return wrong(fmt::format("{}, and 'like' asks about texts",
                               what_it_holds(column(test.column))));
    return BoundRule{BoundRule::Like{*place(test.column), test.pattern}};
  }

  Result<BoundRule> rule(const IsMissing& test) const {
    return BoundRule{BoundRule::IsMissing{*place(test.column)}};
  }

  template <class BoundSort>
  Result<BoundRule> parts(const std::vector<Predicate>& all) const {
    BoundSort result;
    for (const Predicate& part : all) {
      auto next = bound(part);
      if (!next) return next;
      result.parts.push_back(*std::move(next));
    }
    return BoundRule{std::move(result)};
  }
  Result<BoundRule> rule(const Predicate::Not& node) const {
    return parts<BoundRule::Not>(node.parts);
  }
  Result<BoundRule> rule(const Predicate::All& node) const {
    return parts<BoundRule::All>(node.parts);
  }
  Result<BoundRule> rule(const Predicate::Any& node) const {
    return parts<BoundRule::Any>(node.parts);
  }

  std::vector<BoundColumn> columns_;
};

// A number or a letter or two may be a value.
bool may_be_named(const std::string& name) {
  return name.size() > 2 &&
         std::string_view("+-.0123456789").find(name[0]) == std::string_view::npos;
}

}  // namespace

Result<BoundPredicate> bind_predicate(const Predicate& predicate,
                                      const KindOf& kind_of) {
  Binder binder;
  if (auto problem = binder.find_columns(predicate, kind_of)) return *problem;
  auto rule = binder.bound(predicate);
  if (!rule) return rule.error();
  return BoundPredicate{std::move(binder).columns(), *std::move(rule)};
}

KindOf kinds_by_name(std::vector<std::pair<std::string, ValueKind>> columns) {
  return [columns = std::move(columns)](const std::string& name) -> Result<ValueKind> {
    const auto is_it = [&](const auto& column) { return column.first == name; };
    const auto found = std::find_if(columns.begin(), columns.end(), is_it);
    if (found != columns.end()) {
      if (std::any_of(found + 1, columns.end(), is_it))
        return wrong(fmt::format("there is more than one column '{}'", name));
      return found->second;
    }
    std::vector<std::string> names;
    for (const auto& column : columns)
      if (may_be_named(column.first)) names.push_back(column.first);
    const auto nearest = nearest_name(names, name);
    return wrong(fmt::format(
        "there is no column '{}'{}", name,
        nearest ? fmt::format("; did you mean '{}'?", *nearest) : std::string()));
  };
}

}  // namespace selvage
