#include "selvage/summary/predicate.hpp"

#include <cassert>

#include <fmt/format.h>

#include "selvage/summary/predicate_token.hpp"

namespace selvage {
namespace {

template <class Sort>
Predicate joined(std::vector<Predicate> parts) {
  assert(!parts.empty());
  std::vector<Predicate> flat;
  for (Predicate& part : parts) {
    if (auto* same = std::get_if<Sort>(&part.node))
      for (Predicate& inner : same->parts) flat.push_back(std::move(inner));
    else
      flat.push_back(std::move(part));
  }
  if (flat.size() == 1) return std::move(flat[0]);
  return {Sort{std::move(flat)}};
}

std::string quoted(const std::string& text, char quote) {
  std::string result(1, quote);
  for (const char c : text) result.append(c == quote ? 2 : 1, c);
  return result + quote;
}

// Writes a predicate; `no` is "not " inside a negation that its test can take up.
struct Printer {
  const char* no = "";

  std::string operator()(const Predicate::Compare& test) const {
    const auto* column = std::get_if<AskedColumn>(&test.right);
    return fmt::format(
        "{}{} {} {}", no, column_text(test.left), relation_text(test.relation),
        column ? column_text(*column) : literal_text(std::get<Value>(test.right)));
  }
  std::string operator()(const Predicate::OneOf& test) const {
    std::string list;
    for (const Value& value : test.values)
      list += (list.empty() ? "" : ", ") + literal_text(value);
    return fmt::format("{} {}in ({})", column_text(test.column), no, list);
  }
  std::string operator()(const Predicate::Like& test) const {
    return fmt::format("{} {}like {}", column_text(test.column), no,
                       quoted(test.pattern, '\''));
  }
  std::string operator()(const Predicate::IsMissing& test) const {
    return fmt::format("{} is {}null", column_text(test.column), no);
  }
  std::string operator()(const Predicate::Not& outer) const {
    return no + std::visit(Printer{"not "}, outer.parts[0].node);
  }
  std::string operator()(const Predicate::All& all) const {
    return join(all.parts, " and ", true);
  }
  std::string operator()(const Predicate::Any& any) const {
    return join(any.parts, " or ", false);
  }

 private:
  std::string join(const std::vector<Predicate>& parts, const char* word,
                   bool any_in_parentheses) const {
    std::string result;
    for (const Predicate& part : parts) {
      const bool open =
          any_in_parentheses && std::holds_alternative<Predicate::Any>(part.node);
      const std::string text = std::visit(Printer{}, part.node);
      if (!result.empty()) result += word;
      result += open ? "(" + text + ")" : text;
    }
    return *no == '\0' ? result : fmt::format("{}({})", no, result);
  }
};

struct LiteralPrinter {
  std::string operator()(const Rational& number) const { return decimal_text(number); }
  std::string operator()(const ExactNumber& number) const {
    return decimal_text(number.value());
  }
  std::string operator()(const std::string& text) const { return quoted(text, '\''); }
  std::string operator()(Date date) const {
    return fmt::format("date '{}'", date_text(date));
  }
  std::string operator()(Timestamp timestamp) const {
    return fmt::format("timestamp '{}'", timestamp_text(timestamp));
  }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
};

}  // namespace

Predicate all_of(std::vector<Predicate> parts) {
  return joined<Predicate::All>(std::move(parts));
}
Predicate any_of(std::vector<Predicate> parts) {
  return joined<Predicate::Any>(std::move(parts));
}
Predicate negated(Predicate part) {
  Predicate::Not result;
  result.parts.push_back(std::move(part));
  return {std::move(result)};
}

const char* reading_word(ReadAs reading) {
  constexpr const char* kWords[] = {"number", "text", "timestamp", "boolean"};
  return kWords[static_cast<int>(reading)];
}

const char* relation_text(Relation relation) {
  switch (relation) {
    case Relation::equal:
      return "=";
    case Relation::unequal:
      return "!=";
    case Relation::less:
      return "<";
    case Relation::at_most:
      return "<=";
    case Relation::more:
      return ">";
    case Relation::at_least:
      return ">=";
  }
  return "";
}

Relation mirrored(Relation relation) {
  switch (relation) {
    case Relation::less:
      return Relation::more;
    case Relation::at_most:
      return Relation::at_least;
    case Relation::more:
      return Relation::less;
    case Relation::at_least:
      return Relation::at_most;
    default:
      return relation;
  }
}

std::string predicate_text(const Predicate& predicate) {
  return std::visit(Printer{}, predicate.node);
}

std::string column_text(const AskedColumn& column) {
  const std::string name =
      is_bare_name(column.name) ? column.name : quoted(column.name, '"');
  return column.as ? fmt::format("{}({})", reading_word(*column.as), name) : name;
}

std::string literal_text(const Value& value) {
  return std::visit(LiteralPrinter{}, value);
}

std::string decimal_text(const Rational& number) {
  Rational scaled = absolute(number);
  std::size_t places = 0;
  for (; !scaled.is_integer(); ++places) scaled = scaled * 10;
  std::string digits = scaled.text();
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  if (places > 0) digits.insert(digits.size() - places, ".");
  return (number.sign() < 0 ? "-" : "") + digits;
}

}  // namespace selvage
