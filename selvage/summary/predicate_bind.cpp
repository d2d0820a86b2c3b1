#include "selvage/summary/predicate_bind.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/nearest_name.hpp"

namespace selvage {
namespace {

using Compare = Predicate::Compare;
using OneOf = Predicate::OneOf;
using Like = Predicate::Like;
using IsMissing = Predicate::IsMissing;

Error mismatch(std::string sentence) {
  return wrong_field("where", "`where`: " + std::move(sentence));
}

const char* plural(ValueKind kind) {
  switch (kind) {
    case ValueKind::number:
      return "numbers";
    case ValueKind::moment:
      return "dates and times";
    case ValueKind::boolean:
      return "true and false";
    case ValueKind::other:
      return "values that cannot be compared";
    default:
      return "texts";
  }
}

ValueKind kind_read_as(ReadAs reading) {
  constexpr ValueKind kKinds[] = {ValueKind::number, ValueKind::text, ValueKind::moment,
                                  ValueKind::boolean};
  return kKinds[static_cast<int>(reading)];
}

// '2025-01-31' or a time of such a day: quoted, it is a time in every format, not only
// beside a column of times.
bool is_written_like_a_time(const std::string& text) {
  return text.size() >= 10 && text[4] == '-' && text[7] == '-' && parse_timestamp(text);
}

// The kind of text that a literal asks for.
ValueKind kind_of_literal(const Value& value) {
  constexpr ValueKind kKinds[] = {ValueKind::number, ValueKind::number,
                                  ValueKind::text,   ValueKind::moment,
                                  ValueKind::moment, ValueKind::boolean};
  const auto* text = std::get_if<std::string>(&value);
  if (text && is_written_like_a_time(*text)) return ValueKind::moment;
  return kKinds[value.index()];
}

std::string described(const Value& value) {
  std::string text = literal_text(value);
  if (text.size() > 60) text = "this long value";
  if (std::holds_alternative<std::string>(value)) return "the text " + text;
  if (kind_of_literal(value) == ValueKind::number) return "the number " + text;
  return text;
}

// The literal as a value of this kind, if it is one.
std::optional<Value> converted(const Value& literal, ValueKind kind) {
  switch (kind) {
    case ValueKind::number:
      if (const auto* number = std::get_if<Rational>(&literal))
        return Value(ExactNumber::of(*number));
      return std::nullopt;
    case ValueKind::text:
      return std::holds_alternative<std::string>(literal) ? std::optional(literal)
                                                          : std::nullopt;
    case ValueKind::moment:
      if (const auto* text = std::get_if<std::string>(&literal)) {
        const auto time = parse_timestamp(*text);
        return time ? std::optional<Value>(*time) : std::nullopt;
      }
      if (const auto* date = std::get_if<Date>(&literal)) return Value(midnight(*date));
      return std::holds_alternative<Timestamp>(literal) ? std::optional(literal)
                                                        : std::nullopt;
    case ValueKind::boolean:
      return std::holds_alternative<bool>(literal) ? std::optional(literal)
                                                   : std::nullopt;
    default:
      return std::nullopt;
  }
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

// Calls `visit` on every column that is named, from left to right.
template <class Visit>
void for_each_column(const Predicate& predicate, const Visit& visit) {
  for_each_test(predicate, [&](const auto& test) {
    if constexpr (requires { test.column; }) {
      visit(test.column);
    } else {
      visit(test.left);
      if (const auto* right = std::get_if<AskedColumn>(&test.right)) visit(*right);
    }
  });
}

class Binder {
 public:
  // Finds the columns and decides how each is read.
  std::optional<Error> find_columns(const Predicate& predicate, const KindOf& kind_of) {
    std::optional<Error> problem;
    for_each_column(predicate, [&](const AskedColumn& asked) {
      if (problem || place(asked.name)) return;
      const auto kind = kind_of(asked.name);
      if (kind)
        columns_.push_back({asked.name, *kind, *kind});
      else
        problem = kind.error();
      if (problem && is_right_side(predicate, asked))
        problem->message +=
            fmt::format("; if a text is meant, write {} in single quotes",
                        literal_text(Value(asked.name)));
    });
    if (!problem) problem = obey_readings(predicate);
    if (problem) return problem;
    spread(predicate, [](ValueKind kind) { return kind != ValueKind::text; });
    spread(predicate, [](ValueKind) { return true; });
    return open_comparison(predicate);
  }

  Result<BoundRule> bound(const Predicate& predicate) const {
    return std::visit([&](const auto& node) { return rule(node); }, predicate.node);
  }

  // A column of which only `is null` is asked is not read.
  std::vector<BoundColumn> columns(const Predicate& predicate) && {
    std::vector<bool> is_read(columns_.size(), false);
    for_each_column(predicate, [&](const AskedColumn& asked) {
      if (asked.as) is_read[*place(asked.name)] = true;
    });
    for_each_test(predicate, [&](const auto& test) {
      if constexpr (!std::is_same_v<std::decay_t<decltype(test)>, IsMissing>)
        for_each_column(Predicate{test}, [&](const AskedColumn& asked) {
          is_read[*place(asked.name)] = true;
        });
    });
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (!is_read[i]) columns_[i].read = ValueKind::other;
    return std::move(columns_);
  }

 private:
  // Compared with another column: carrier = "UA" names a column, as in SQL.
  static bool is_right_side(const Predicate& predicate, const AskedColumn& asked) {
    bool found = false;
    for_each_test(predicate, [&](const auto& test) {
      if constexpr (std::is_same_v<std::decay_t<decltype(test)>, Predicate::Compare>) {
        const auto* right = std::get_if<AskedColumn>(&test.right);
        found = found || (right != nullptr && *right == asked && !right->as &&
                          test.left.name != asked.name);
      }
    });
    return found;
  }

  std::optional<std::size_t> place(const std::string& name) const {
    const auto found =
        std::find_if(columns_.begin(), columns_.end(),
                     [&](const BoundColumn& column) { return column.name == name; });
    if (found == columns_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - columns_.begin());
  }
  const BoundColumn& column(const AskedColumn& asked) const {
    return columns_[*place(asked.name)];
  }

  // number(x) and its like, wherever they stand.
  std::optional<Error> obey_readings(const Predicate& predicate) {
    std::optional<Error> problem;
    for_each_column(predicate, [&](const AskedColumn& asked) {
      if (problem || !asked.as) return;
      BoundColumn& column = columns_[*place(asked.name)];
      const ValueKind kind = kind_read_as(*asked.as);
      if (column.read == ValueKind::any_text) column.read = kind;
      if (column.read != kind)
        problem = mismatch(fmt::format("{} and cannot be read as {} too",
                                       what_it_holds(column), plural(kind)));
    });
    return problem;
  }

  // Text takes the first kind among `says` that a literal or a column beside it has.
  // Each round decides a column or is the last.
  void spread(const Predicate& predicate, bool (*says)(ValueKind)) {
    bool changed = true;
    const auto decide = [&](const AskedColumn& asked, ValueKind kind) {
      BoundColumn& undecided = columns_[*place(asked.name)];
      if (undecided.read != ValueKind::any_text || kind == ValueKind::any_text ||
          kind == ValueKind::other || !says(kind))
        return;
      undecided.read = kind;
      changed = true;
    };
    while (changed) {
      changed = false;
      for_each_test(predicate, [&](const auto& test) {
        if constexpr (requires { test.values; }) {
          for (const Value& value : test.values)
            decide(test.column, kind_of_literal(value));
        } else if constexpr (requires { test.pattern; }) {
          decide(test.column, ValueKind::text);
        } else if constexpr (requires { test.right; }) {
          if (const auto* value = std::get_if<Value>(&test.right))
            return decide(test.left, kind_of_literal(*value));
          const AskedColumn& right = std::get<AskedColumn>(test.right);
          decide(test.left, column(right).read);
          decide(right, column(test.left).read);
        }
      });
    }
  }

  // Two columns of text whose order nobody said.
  std::optional<Error> open_comparison(const Predicate& predicate) const {
    std::optional<Error> problem;
    for_each_test(predicate, [&](const auto& test) {
      if constexpr (requires { test.right; }) {
        const auto* right = std::get_if<AskedColumn>(&test.right);
        if (problem || !right || column(test.left).read != ValueKind::any_text ||
            column(*right).read != ValueKind::any_text)
          return;
        const auto written = [&](ReadAs reading) {
          return predicate_text(
              {Compare{AskedColumn(test.left.name, reading), test.relation, *right}});
        };
        problem = mismatch(fmt::format(
            "columns '{}' and '{}' are text, and nothing says how they are compared; "
            "write {} for numbers, {} for dates and times, or {} for texts",
            test.left.name, right->name, written(ReadAs::number),
            written(ReadAs::timestamp), written(ReadAs::text)));
      }
    });
    return problem;
  }

  static std::string what_it_holds(const BoundColumn& column) {
    const bool read = column.stored == ValueKind::any_text;
    return fmt::format("column '{}' {} {}", column.name, read ? "is read as" : "holds",
                       plural(column.read));
  }

  Result<Value> literal(const BoundColumn& column, const Value& value) const {
    const auto* text = std::get_if<std::string>(&value);
    if (column.read == ValueKind::text && text && text->empty())
      return mismatch(
          fmt::format("an empty text is a missing value; ask whether {} is null",
                      column_text(column.name)));
    auto result = converted(value, column.read);
    if (result) return *std::move(result);
    std::string hint;
    if (column.read == ValueKind::moment)
      hint = "; write a date as '2025-01-31', a time as '2025-01-31 12:34:56'";
    if (column.read == ValueKind::moment && text &&
        column.stored == ValueKind::any_text)
      hint += fmt::format(", or {} to compare texts",
                          column_text({column.name, ReadAs::text}));
    return mismatch(fmt::format("{} and cannot be compared with {}{}",
                                what_it_holds(column), described(value), hint));
  }

  Result<BoundRule> rule(const Compare& test) const {
    const BoundColumn& left = column(test.left);
    if (const auto* value = std::get_if<Value>(&test.right)) {
      auto right = literal(left, *value);
      if (!right) return right.error();
      return BoundRule{
          BoundRule::Compare{*place(test.left.name), test.relation, *std::move(right)}};
    }
    const AskedColumn& asked = std::get<AskedColumn>(test.right);
    const BoundColumn& right = column(asked);
    if (left.read != right.read || left.read == ValueKind::other)
      return mismatch(
          fmt::format("{} and cannot be compared with column '{}', which {} {}",
                      what_it_holds(left), right.name,
                      right.stored == ValueKind::any_text ? "is read as" : "holds",
                      plural(right.read)));
    return BoundRule{
        BoundRule::Compare{*place(test.left.name), test.relation, *place(asked.name)}};
  }

  Result<BoundRule> rule(const OneOf& test) const {
    BoundRule::OneOf result{*place(test.column.name), {}};
    for (const Value& value : test.values) {
      auto bound_value = literal(column(test.column), value);
      if (!bound_value) return bound_value.error();
      result.values.push_back(*std::move(bound_value));
    }
    return BoundRule{std::move(result)};
  }

  Result<BoundRule> rule(const Like& test) const {
    if (column(test.column).read != ValueKind::text)
      return mismatch(fmt::format("{}, and 'like' asks about texts",
                                  what_it_holds(column(test.column))));
    return BoundRule{BoundRule::Like{*place(test.column.name), test.pattern}};
  }

  Result<BoundRule> rule(const IsMissing& test) const {
    return BoundRule{BoundRule::IsMissing{*place(test.column.name)}};
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
  return BoundPredicate{std::move(binder).columns(predicate), *std::move(rule)};
}

KindOf kinds_by_name(std::vector<std::pair<std::string, ValueKind>> columns) {
  return [columns = std::move(columns)](const std::string& name) -> Result<ValueKind> {
    const auto is_it = [&](const auto& column) { return column.first == name; };
    const auto found = std::find_if(columns.begin(), columns.end(), is_it);
    if (found != columns.end()) {
      if (std::any_of(found + 1, columns.end(), is_it))
        return mismatch(fmt::format("there is more than one column '{}'", name));
      return found->second;
    }
    std::vector<std::string> names;
    for (const auto& column : columns)
      if (may_be_named(column.first)) names.push_back(column.first);
    const auto nearest = nearest_name(names, name);
    return mismatch(fmt::format(
        "there is no column '{}'{}", name,
        nearest ? fmt::format("; did you mean '{}'?", *nearest) : std::string()));
  };
}

}  // namespace selvage
