#include "selvage/summary/predicate_token.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "selvage/base/ascii.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"

#include "selvage/summary/predicate.hpp"

namespace selvage {
namespace {

constexpr std::size_t kMaxDigits = 500;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

// Beyond ASCII everything may stand in a bare name but spaces, quotes, dashes and other
// marks that look like a part of the grammar.
bool is_name_character(char32_t code) {
  if (code < 0x80) {
    const char c = static_cast<char>(code);
    return is_letter(c) || is_digit(c) || c == '_';
  }
  const auto between = [&](char32_t lo, char32_t hi) {
    return lo <= code && code <= hi;
  };
  return !between(0x80, 0xbf) && code != 0xd7 && code != 0xf7 &&
         !between(0x2000, 0x206f) && !between(0x2200, 0x22ff) &&
         !between(0x2e00, 0x2e7f) && !between(0x3000, 0x303f) &&
         !between(0xfe00, 0xfe6f) && code != 0xfeff && !between(0xff00, 0xff0f) &&
         !between(0xff1a, 0xff20) && !between(0xfff0, 0xffff);
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Result<std::vector<Token>> run() {
    if (const auto bad = find_no_text())
      return predicate_error(text_, *bad, "this is not UTF-8 text");
    std::vector<Token> tokens;
    for (;;) {
      while (at_ < text_.size() && is_space(text_[at_])) ++at_;
      auto token = next();
      if (!token) return token.error();
      tokens.push_back(*std::move(token));
      if (tokens.back().kind == Token::Kind::end) return tokens;
    }
  }

 private:
  static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  // The place of a byte that is no UTF-8, or of a control character.
  std::optional<std::size_t> find_no_text() const {
    for (std::size_t at = 0; at < text_.size();) {
      const auto c = first_code_point(text_.substr(at));
      if (!c || c->value == 0x7f || (c->value < 0x20 && !is_space(text_[at])))
        return at;
      at += c->bytes;
    }
    return std::nullopt;
  }

  std::size_t name_end(std::size_t at) const {
    while (at < text_.size()) {
      const auto c = first_code_point(text_.substr(at));
      if (!c || !is_name_character(c->value)) break;
      at += c->bytes;
    }
    return at;
  }

  Result<Token> next() {
    const std::string_view rest = text_.substr(at_);
    if (rest.empty()) return Token{Token::Kind::end, "", {}, at_};
    const char c = rest[0];
    if (c == '\'') return quoted(Token::Kind::text);
    if (c == '"') return quoted(Token::Kind::quoted_name);
    const std::size_t sign = c == '-' || c == '+' ? 1 : 0;
    if (rest.size() > sign && (is_digit(rest[sign]) || rest[sign] == '.'))
      return number(sign);
    for (const char* symbol : {"!=", "<>", "<=", ">=", "=", "<", ">", "(", ")", ","})
      if (rest.starts_with(symbol))
        return take(Token::Kind::symbol, at_ + std::string_view(symbol).size());
    const std::size_t end = name_end(at_);
    if (end > at_) return take(Token::Kind::name, end);
    const std::size_t bytes = first_code_point(rest)->bytes;
    return predicate_error(
        text_, at_,
        fmt::format("'{}' has no meaning here; texts stand in 'single quotes' and "
                    "unusual column names in \"double quotes\"",
                    rest.substr(0, bytes)));
  }

  Token take(Token::Kind kind, std::size_t end) {
    Token token{kind, std::string(text_.substr(at_, end - at_)), {}, at_};
    at_ = end;
    return token;
  }

  // A doubled quote is one of the text.
  Result<Token> quoted(Token::Kind kind) {
    const char quote = text_[at_];
    Token token{kind, "", {}, at_};
    for (std::size_t i = at_ + 1; i < text_.size(); ++i) {
      if (text_[i] != quote) {
        token.text += text_[i];
      } else if (text_.substr(i + 1).starts_with(quote)) {
        token.text += text_[i++];
      } else {
        at_ = i + 1;
        if (kind == Token::Kind::quoted_name && token.text.empty())
          return predicate_error(text_, token.place, "a column name is empty");
        return token;
      }
    }
    return predicate_error(
        text_, at_,
        fmt::format("the quote that opens here is never closed; inside, "
                    "a quote is written twice: {0}{0}",
                    quote));
  }

  Result<Token> number(std::size_t sign) {
    std::size_t end = at_ + sign;
    const auto goes_on = [&](char c) {
      const bool exponent_sign = (c == '-' || c == '+') && lower(text_[end - 1]) == 'e';
      return is_digit(c) || is_letter(c) || c == '.' || c == '_' || exponent_sign;
    };
    while (end < text_.size() && goes_on(text_[end])) ++end;
    Token token = take(Token::Kind::number, end);
    const auto shown = [&] { return token.text.substr(0, 40); };
    static const Rational kLimit = *Rational::parse("1e500");
    const auto too_long = [&] {
      return predicate_error(text_, token.place,
                             fmt::format("the number '{}' has more than {} digits",
                                         shown(), kMaxDigits - 2));
    };
    if (token.text.size() > kMaxDigits) return too_long();
    auto value = Rational::parse(token.text);
    if (!value)
      return predicate_error(
          text_, token.place,
          fmt::format("'{}' is not a number; write for example 1, -0.5 or 1e3",
                      shown()));
    if (absolute(*value) > kLimit || value->denominator() > kLimit ||
        decimal_text(*value).size() > kMaxDigits)
      return too_long();
    token.number = *std::move(value);
    return token;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Result<std::vector<Token>> predicate_tokens(std::string_view text) {
  return Lexer(text).run();
}

Error predicate_error(std::string_view text, std::size_t place,
                      const std::string& problem) {
  const auto before = text.substr(0, place);
  const auto continues = [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
  };
  const auto characters = before.size() - static_cast<std::size_t>(std::count_if(
                                              before.begin(), before.end(), continues));
  return wrong_field(
      "where", fmt::format("`where`, at character {}: {}", characters + 1, problem));
}

bool is_same_word(std::string_view word, std::string_view keyword) {
  return std::equal(word.begin(), word.end(), keyword.begin(), keyword.end(),
                    [](char a, char b) { return lower(a) == b; });
}

bool is_keyword(std::string_view word) {
  static constexpr std::array kKeywords = {"and",     "or", "not",  "in",   "like",
                                           "between", "is", "null", "true", "false"};
  return std::any_of(kKeywords.begin(), kKeywords.end(),
                     [&](const char* keyword) { return is_same_word(word, keyword); });
}

bool is_bare_name(std::string_view name) {
  if (name.empty() || is_digit(name[0]) || is_keyword(name)) return false;
  // Before a text these two begin a literal.
  if (is_same_word(name, "date") || is_same_word(name, "timestamp")) return false;
  for (std::size_t at = 0; at < name.size();) {
    const auto c = first_code_point(name.substr(at));
    if (!c || !is_name_character(c->value)) return false;
    at += c->bytes;
  }
  return true;
}

}  // namespace selvage
