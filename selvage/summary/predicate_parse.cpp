#include "selvage/summary/predicate_parse.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/summary/predicate_token.hpp"

namespace selvage {
namespace {

// A column or a literal.
using Operand = std::variant<AskedColumn, Value>;

// By recursive descent, one function for each rule of the grammar.
class Parser {
 public:
  Parser(std::string_view text, std::vector<Token> tokens)
      : text_(text), tokens_(std::move(tokens)) {}

  Result<Predicate> run() {
    auto predicate = any();
    if (!predicate) return predicate;
    if (now().kind != Token::Kind::end) return expected("'and', 'or' or the end");
    return predicate;
  }

 private:
  const Token& now() const { return tokens_[at_]; }
  void step() { ++at_; }

  bool is_word(const Token& token, std::string_view keyword) const {
    return token.kind == Token::Kind::name && is_same_word(token.text, keyword);
  }
  bool is_symbol(std::string_view symbol) const {
    return now().kind == Token::Kind::symbol && now().text == symbol;
  }
  bool take_word(std::string_view keyword) {
    if (!is_word(now(), keyword)) return false;
    step();
    return true;
  }
  bool take_symbol(std::string_view symbol) {
    if (!is_symbol(symbol)) return false;
    step();
    return true;
  }

  Error fail(const Token& token, const std::string& problem) const {
    return predicate_error(text_, token.place, problem);
  }
  Error expected(const std::string& what) const {
    if (now().kind == Token::Kind::end)
      return fail(now(), fmt::format("expected {}, but it ends here", what));
    if (is_word(now(), "null"))
      return fail(now(), fmt::format("expected {}; to ask whether a value is missing "
                                     "write 'is null' or 'is not null'",
                                     what));
    const bool quoted = now().kind == Token::Kind::text;
    const bool name = now().kind == Token::Kind::quoted_name;
    return fail(now(), fmt::format("expected {}, found {}", what,
                                   quoted ? "a text"
                                   : name ? "a column name"
                                          : "'" + now().text.substr(0, 40) + "'"));
  }

  // any = all { "or" all }
  Result<Predicate> any() { return chain("or", &Parser::all, any_of); }
  // all = one { "and" one }
  Result<Predicate> all() { return chain("and", &Parser::one, all_of); }

  Result<Predicate> chain(std::string_view word, Result<Predicate> (Parser::*part)(),
                          Predicate (*join)(std::vector<Predicate>)) {
    std::vector<Predicate> parts;
    do {
      auto next = (this->*part)();
      if (!next) return next;
      parts.push_back(*std::move(next));
    } while (take_word(word));
    return join(std::move(parts));
  }

  // one = "not" one | "(" any ")" | test
  Result<Predicate> one() {
    const Token& start = now();
    if (is_word(start, "not") || is_symbol("(")) {
      if (depth_ >= kMaxPredicateDepth)
        return fail(start, fmt::format("more than {} parentheses and 'not' inside one "
                                       "another",
                                       kMaxPredicateDepth));
      ++depth_;
      auto inner = take_word("not") ? negation() : parentheses();
      --depth_;
      return inner;
    }
    return test();
  }

  Result<Predicate> negation() {
    auto inner = one();
    if (!inner) return inner;
    return negated(*std::move(inner));
  }

  Result<Predicate> parentheses() {
    step();
    auto inner = any();
    if (!inner) return inner;
    if (!take_symbol(")")) return expected("'and', 'or' or ')'");
    return inner;
  }

  // test = operand relation operand | column ["not"] in/like/between | column "is" ...
  Result<Predicate> test() {
    const Token& start = now();
    auto left = operand("a column, a value, 'not' or '('");
    if (!left) return left.error();
    if (const auto relation = take_relation())
      return comparison(start, *left, *relation);
    const auto* column = std::get_if<AskedColumn>(&*left);
    const bool no = take_word("not");
    if (!no && !column) return expected("one of = != < <= > >= after a value");
    for (const auto& [word, rule] :
         {std::pair("in", &Parser::list), std::pair("like", &Parser::like),
          std::pair("between", &Parser::between)}) {
      if (!take_word(word)) continue;
      if (!column)
        return fail(start, fmt::format("expected a column before '{}'", word));
      auto result = (this->*rule)(*column);
      if (!result || !no) return result;
      return negated(*std::move(result));
    }
    if (no) return expected("'in', 'like' or 'between' after 'not'");
    if (take_word("is")) return missing(*column);
    return expected("one of = != < <= > >= in like between is after the column");
  }

  std::optional<Relation> take_relation() {
    for (const Relation relation :
         {Relation::equal, Relation::unequal, Relation::less, Relation::at_most,
          Relation::more, Relation::at_least})
      if (take_symbol(relation_text(relation))) return relation;
    return take_symbol("<>") ? std::optional(Relation::unequal) : std::nullopt;
  }

  Result<Predicate> comparison(const Token& start, const Operand& left,
                               Relation relation) {
    auto right = operand_after();
    if (!right) return right.error();
    if (const auto* column = std::get_if<AskedColumn>(&left))
      return Predicate{Predicate::Compare{*column, relation, *std::move(right)}};
    if (const auto* column = std::get_if<AskedColumn>(&*right))
      return Predicate{Predicate::Compare{*column, mirrored(relation), left}};
    return fail(start, "this compares two values; one side must be a column");
  }

  Result<Predicate> list(const AskedColumn& column) {
    Predicate::OneOf result{column, {}};
    if (!take_symbol("(")) return expected("'(' after 'in'");
    do {
      const std::size_t start = at_;
      auto value = operand("a value in the list");
      if (!value) return value.error();
      auto* literal = std::get_if<Value>(&*value);
      if (!literal) {
        at_ = start;
        return expected(now().kind == Token::Kind::quoted_name
                            ? "a value in the list, texts in 'single quotes'"
                            : "a value in the list");
      }
      result.values.push_back(std::move(*literal));
    } while (take_symbol(","));
    if (!take_symbol(")")) return expected("',' or ')' in the list");
    return Predicate{std::move(result)};
  }

  Result<Predicate> like(const AskedColumn& column) {
    if (now().kind != Token::Kind::text)
      return expected("a pattern in 'single quotes' after 'like'");
    Predicate::Like result{column, now().text};
    step();
    return Predicate{std::move(result)};
  }

  // Leaves room for two levels: the canonical text of `not between` is not (...).
  Result<Predicate> between(const AskedColumn& column) {
    if (depth_ + 2 > kMaxPredicateDepth)
      return fail(tokens_[at_ - 1], "'between' is too deep inside parentheses");
    auto low = operand_after();
    if (!low) return low.error();
    if (!take_word("and")) return expected("'and' and the upper end of 'between'");
    auto high = operand_after();
    if (!high) return high.error();
    std::vector<Predicate> ends;
    ends.push_back({Predicate::Compare{column, Relation::at_least, *std::move(low)}});
    ends.push_back({Predicate::Compare{column, Relation::at_most, *std::move(high)}});
    return all_of(std::move(ends));
  }

  Result<Predicate> missing(const AskedColumn& column) {
    const bool no = take_word("not");
    if (!is_word(now(), "null"))
      return expected(no ? "'null' after 'is not'" : "'null' or 'not null' after 'is'");
    step();
    Predicate result{Predicate::IsMissing{column}};
    return no ? negated(std::move(result)) : std::move(result);
  }

  Result<Operand> operand_after() {
    return operand(
        fmt::format("a value or a column after '{}'", tokens_[at_ - 1].text));
  }

  Result<Operand> operand(const std::string& what) {
    const Token token = now();
    switch (token.kind) {
      case Token::Kind::number:
        step();
        return Operand(Value(token.number));
      case Token::Kind::text:
        step();
        return Operand(Value(token.text));
      case Token::Kind::quoted_name:
        step();
        return Operand(AskedColumn(token.text));
      case Token::Kind::name:
        return word(what);
      default:
        return expected(what);
    }
  }

  // true, false, date '...', timestamp '...', a column, or how a column is read.
  Result<Operand> word(const std::string& what) {
    const Token token = now();
    for (const bool value : {true, false})
      if (take_word(value ? "true" : "false")) return Operand(Value(value));
    if (is_keyword(token.text)) return expected(what);
    step();
    if (is_symbol("(")) return reading(token);
    if (now().kind != Token::Kind::text) return Operand(AskedColumn(token.text));
    const Token quoted = now();
    if (is_word(token, "date")) {
      const auto date = parse_date(quoted.text);
      if (!date) return fail(quoted, "this is not a date; write date '2025-01-31'");
      step();
      return Operand(Value(*date));
    }
    if (is_word(token, "timestamp")) {
      const auto timestamp = parse_timestamp(quoted.text);
      if (!timestamp)
        return fail(quoted,
                    "this is not a time; write timestamp '2025-01-31 12:34:56'");
      step();
      return Operand(Value(*timestamp));
    }
    return Operand(AskedColumn(token.text));
  }

  // number(column), and so on.
  Result<Operand> reading(const Token& word) {
    for (const ReadAs as : kReadings) {
      if (!is_word(word, reading_word(as))) continue;
      step();
      const Token column = now();
      if (column.kind != Token::Kind::quoted_name &&
          (column.kind != Token::Kind::name || is_keyword(column.text)))
        return expected(fmt::format("a column in '{}(...)'", reading_word(as)));
      step();
      if (!take_symbol(")")) return expected("')' after the column");
      return Operand(AskedColumn(column.text, as));
    }
    return fail(word,
                "there are no functions; number(x), text(x), timestamp(x) and "
                "boolean(x) say how a column x is read");
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

Error too_long() {
  return wrong_field(
      "where", fmt::format("`where` is longer than {} bytes", kMaxPredicateBytes));
}

}  // namespace

Result<Predicate> parse_predicate(std::string_view text) {
  if (text.size() > kMaxPredicateBytes) return too_long();
  auto tokens = predicate_tokens(text);
  if (!tokens) return tokens.error();
  auto predicate = Parser(text, *std::move(tokens)).run();
  // What is stored in a certificate must read back.
  if (predicate && predicate_text(*predicate).size() > kMaxPredicateBytes)
    return too_long();
  return predicate;
}

}  // namespace selvage
