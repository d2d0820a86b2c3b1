#include "selvage/mechanism/half_space/half_space.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"

namespace selvage {
namespace {

constexpr const char* kHalfSpaceExample = "2*age - 0.1*salary >= 30";
constexpr std::size_t kMostHalfSpaceText = 1000;

bool is_name_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         c == '_' || byte >= 0x80;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

class HalfSpaceText {
 public:
  explicit HalfSpaceText(const std::string& text) : text_(text) {}

  std::optional<HalfSpace> read() {
    HalfSpace result;
    bool minus = taken('-');
    for (;;) {
      auto term = read_term();
      if (!term) return std::nullopt;
      if (minus) term->first = -term->first;
      const bool twice =
          std::any_of(result.terms.begin(), result.terms.end(),
                      [&](const auto& known) { return known.second == term->second; });
      if (twice || term->first.sign() == 0) return std::nullopt;
      result.terms.push_back(*std::move(term));
      minus = taken('-');
      if (!minus && !taken('+')) break;
    }
    const bool above = taken('>');
    if (!above && !taken('<')) return std::nullopt;
    const bool equal = at_ < text_.size() && text_[at_] == '=';
    if (equal) ++at_;
    result.side = above ? (equal ? HalfSpace::Side::at_least : HalfSpace::Side::above)
                        : (equal ? HalfSpace::Side::at_most : HalfSpace::Side::below);
    const bool negative = taken('-');
    auto bound = read_number();
    skip_blanks();
    if (!bound || at_ != text_.size()) return std::nullopt;
    result.bound = negative ? -*bound : *std::move(bound);
    return result;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool taken(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  // A decimal or a fraction of two whole numbers, without a sign.
  std::optional<Rational> read_number() {
    skip_blanks();
    const std::size_t from = at_;
    while (at_ < text_.size() &&
           (is_digit(text_[at_]) || text_[at_] == '.' || text_[at_] == '/'))
      ++at_;
    if (at_ == from) return std::nullopt;
    auto number = Rational::parse(text_.substr(from, at_ - from));
    return number ? std::optional(*std::move(number)) : std::nullopt;
  }
  std::optional<std::string> read_name() {
    skip_blanks();
    if (taken('"')) {
      const std::size_t end = text_.find('"', at_);
      if (end == std::string::npos || end == at_) return std::nullopt;
      const std::string name = text_.substr(at_, end - at_);
      at_ = end + 1;
      return name;
    }
    const std::size_t from = at_;
    while (at_ < text_.size() && is_name_letter(text_[at_])) ++at_;
    if (at_ == from || is_digit(text_[from])) return std::nullopt;
    return text_.substr(from, at_ - from);
  }
  // "2*age", "age".
  std::optional<std::pair<Rational, std::string>> read_term() {
    Rational factor = 1;
    skip_blanks();
    if (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) {
      auto number = read_number();
      if (!number || !taken('*')) return std::nullopt;
      factor = *std::move(number);
    }
    auto name = read_name();
    if (!name) return std::nullopt;
    return std::pair(std::move(factor), *std::move(name));
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

std::string name_text(const std::string& name) {
  const bool plain =
      !is_digit(name[0]) && std::all_of(name.begin(), name.end(), is_name_letter);
  return plain ? name : '"' + name + '"';
}

}  // namespace

std::string HalfSpace::text() const {
  std::string text;
  for (const auto& [factor, column] : terms) {
    const bool minus = factor.sign() < 0;
    text += text.empty() ? (minus ? "-" : "") : minus ? " - " : " + ";
    const Rational size = absolute(factor);
    text += (size == 1 ? "" : size.text() + "*") + name_text(column);
  }
  constexpr const char* kSides[] = {">=", ">", "<=", "<"};
  return fmt::format("{} {} {}", text, kSides[static_cast<int>(side)], bound.text());
}

bool HalfSpace::holds(const Rational& sum) const {
  switch (side) {
    case Side::at_least:
      return sum >= bound;
    case Side::above:
      return sum > bound;
    case Side::at_most:
      return sum <= bound;
    case Side::below:
      return sum < bound;
  }
  return false;
}

Result<HalfSpace> parse_half_space(const std::string& text) {
  if (text.size() <= kMostHalfSpaceText && is_utf8(text))
    if (auto read = HalfSpaceText(text).read()) return *std::move(read);
  return wrong_field(
      "half_space",
      fmt::format("`half_space` is a sum of columns, each times a number, that is >=, "
                  "<=, > or < a number, no column twice; write for example {}",
                  kHalfSpaceExample),
      kHalfSpaceExample);
}

}  // namespace selvage
