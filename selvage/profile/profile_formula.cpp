#include "selvage/profile/profile_formula.hpp"

#include <algorithm>
#include <cassert>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "selvage/base/ascii.hpp"
#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

constexpr int kMaxDepth = 32;
constexpr std::size_t kMostFormulaBits = 512;  // of any number on the way

constexpr const char* kFormulaExample =
    "write for example min(1, 0.1 + k/100), with k for the people in a class";

Error refuse_formula(const std::string& why) {
  return wrong(fmt::format("{}; {}", why, kFormulaExample));
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

}  // namespace

struct FormulaPart {
  enum class Kind { number, people, add, subtract, multiply, divide, negate, min, max };
  Kind kind;
  Rational number = 0;  // of a number
  int operands = 0;     // of min and max
};

namespace {

// By recursive descent; the parts come out operands first.
class FormulaReader {
 public:
  using Kind = FormulaPart::Kind;

  explicit FormulaReader(std::string_view text) : text_(text), rest_(text) {}

  Result<std::vector<FormulaPart>> read() {
    sum(0);
    skip_blanks();
    if (!error_ && !rest_.empty()) {
      if (rest_[0] == ':')
        fail(
            "steps with limits and a formula do not mix: a formula holds for classes "
            "of every size, and the ':' is not part of one");
      else if (rest_[0] == ',')
        fail("the ',' stands outside of min(..) and max(..)");
      else if (rest_[0] == ')')
        fail("a ')' closes nothing");
      else
        fail("an operation + - * / is missing");
    }
    if (error_) return *error_;
    return std::move(parts_);
  }

 private:
  void sum(int depth) {
    product(depth);
    while (!error_) {
      const bool plus = take('+');
      if (!plus && !take('-')) return;
      product(depth);
      push({plus ? Kind::add : Kind::subtract});
    }
  }

  void product(int depth) {
    factor(depth);
    while (!error_) {
      const bool times = take('*');
      if (!times && !take('/')) return;
      factor(depth);
      push({times ? Kind::multiply : Kind::divide});
    }
  }

  void factor(int depth) {
    skip_blanks();
    if (error_) return;
    if (depth > kMaxDepth) {
      fail(fmt::format("it is nested more than {} deep", kMaxDepth));
    } else if (take('-')) {
      factor(depth + 1);
      push({Kind::negate});
    } else if (take('(')) {
      sum(depth + 1);
      close();
    } else if (!rest_.empty() && (is_digit(rest_[0]) || rest_[0] == '.')) {
      number();
    } else if (!rest_.empty() && is_letter(rest_[0])) {
      name(depth);
    } else if (rest_.empty()) {
      fail("a number, k, min(..), max(..) or '(' is missing");
    } else {
      fail(fmt::format("a number, k, min(..), max(..) or '(' is wanted, and not '{}'",
                       shown(rest_.substr(0, 1))));
    }
  }

  void number() {
    std::size_t end = 0;
    const auto digits = [&] {
      while (end < rest_.size() && is_digit(rest_[end])) ++end;
    };
    digits();
    if (end < rest_.size() && rest_[end] == '.') ++end;
    digits();
    if (end < rest_.size() && (rest_[end] == 'e' || rest_[end] == 'E')) {
      ++end;
      if (end < rest_.size() && (rest_[end] == '+' || rest_[end] == '-')) ++end;
      digits();
    }
    auto value = Rational::parse(rest_.substr(0, end));
    if (!value || value->bits() > kMostFormulaBits)
      return fail(fmt::format("'{}' is no number, or one of too many digits",
                              shown(rest_.substr(0, end))));
    push({Kind::number, *std::move(value)});
    rest_.remove_prefix(end);
  }

  void name(int depth) {
    std::size_t end = 0;
    while (end < rest_.size() && (is_letter(rest_[end]) || is_digit(rest_[end]))) ++end;
    const std::string_view word = rest_.substr(0, end);
    const bool is_min = word == "min";
    if (word == "k") {
      rest_.remove_prefix(end);
      push({Kind::people});
    } else if (is_min || word == "max") {
      rest_.remove_prefix(end);
      extremum(is_min, depth);
    } else if (word == "inf" || word == "infinity") {
      fail(
          "infinity is no number of a formula, only the value of a step, as in "
          "20:0.1,inf");
    } else {
      fail(fmt::format("'{}' is none of k, min and max", shown(word)));
    }
  }

  void extremum(bool is_min, int depth) {
    if (!take('(')) return fail("a '(' is missing after min or max");
    int operands = 0;
    do {
      sum(depth + 1);
      ++operands;
    } while (!error_ && take(','));
    close();
    push({is_min ? Kind::min : Kind::max, 0, operands});
  }

  void close() {
    if (!take(')')) fail("a ')' is missing");
  }

  bool take(char wanted) {
    skip_blanks();
    if (error_ || rest_.empty() || rest_[0] != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void skip_blanks() {
    while (!rest_.empty() && is_blank(rest_[0])) rest_.remove_prefix(1);
  }

  void push(FormulaPart part) {
    if (error_) return;
    parts_.push_back(std::move(part));
    if (parts_.size() > ProfileFormula::kMaxParts)
      fail(fmt::format("it has more than {} numbers and operations",
                       ProfileFormula::kMaxParts));
  }

  // Bytes that would not show are not shown.
  static std::string shown(std::string_view text) {
    std::string result;
    for (const char c : text.substr(0, 20)) result += c >= ' ' && c <= '~' ? c : '?';
    return result + (text.size() > 20 ? "..." : "");
  }

  void fail(const std::string& why) {
    if (error_) return;
    skip_blanks();
    std::string_view before = text_.substr(0, text_.size() - rest_.size());
    while (!before.empty() && is_blank(before.back())) before.remove_suffix(1);
    const std::string where = rest_.empty() ? std::string("at its end")
                              : before.empty()
                                  ? fmt::format("at its begin, '{}'", shown(rest_))
                                  : fmt::format("at '{}', character {}", shown(rest_),
                                                text_.size() - rest_.size() + 1);
    error_ = refuse_formula(
        fmt::format("the formula of the profile is wrong {}: {}", where, why));
  }

  std::string_view text_, rest_;
  std::vector<FormulaPart> parts_;
  std::optional<Error> error_;
};

}  // namespace

Result<ProfileFormula> ProfileFormula::parse(std::string_view text) {
  auto parts = FormulaReader(text).read();
  if (!parts) return parts.error();
  return ProfileFormula(
      std::make_shared<const std::vector<FormulaPart>>(*std::move(parts)));
}

Result<Rational> ProfileFormula::at(std::int64_t k) const {
  assert(k >= 1);
  std::vector<Rational> stack;
  const auto pop = [&stack] {
    Rational last = std::move(stack.back());
    stack.pop_back();
    return last;
  };
  for (const FormulaPart& part : *parts_) {
    if (part.kind == FormulaPart::Kind::number) {
      stack.push_back(part.number);
      continue;
    }
    if (part.kind == FormulaPart::Kind::people) {
      stack.emplace_back(k);
      continue;
    }
    Rational value = pop();
    switch (part.kind) {
      case FormulaPart::Kind::add:
        value = pop() + value;
        break;
      case FormulaPart::Kind::subtract:
        value = pop() - value;
        break;
      case FormulaPart::Kind::multiply:
        value = pop() * value;
        break;
      case FormulaPart::Kind::divide:
        if (value.sign() == 0)
          return wrong(fmt::format(
              "the formula of the profile divides by 0 for classes of {} people; keep "
              "the divisor away from 0, as in 1/max(1, 20 - k)",
              k));
        value = pop() / value;
        break;
      case FormulaPart::Kind::negate:
        value = -value;
        break;
      default:
        for (int i = 1; i < part.operands; ++i)
          value = part.kind == FormulaPart::Kind::min ? std::min(pop(), value)
                                                      : std::max(pop(), value);
    }
    if (value.bits() > kMostFormulaBits)
      return wrong(fmt::format(
          "the formula of the profile comes to numbers of too many digits for classes "
          "of {} people; use fewer multiplications of k",
          k));
    stack.push_back(std::move(value));
  }
  assert(stack.size() == 1);
  if (stack[0].sign() < 0)
    return wrong(fmt::format(
        "the formula of the profile is {} for classes of {} people, and an epsilon is "
        "0 or more; put max(0, ..) around it",
        stack[0].short_text(), k));
  return std::move(stack[0]);
}

Result<std::vector<ProfileStep>> ProfileFormula::steps() const {
  std::vector<ProfileStep> steps;
  for (std::int64_t k = 1; k <= kLargestClass; ++k) {
    auto value = at(k);
    if (!value) return value.error();
    if (!steps.empty() && steps.back().epsilon == *value)
      steps.back().limit = k;
    else
      steps.push_back({k, *std::move(value)});
  }
  steps.back().limit = std::nullopt;
  return steps;
}

}  // namespace selvage
