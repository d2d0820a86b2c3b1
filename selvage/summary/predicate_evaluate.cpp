#include "selvage/summary/predicate_evaluate.hpp"

#include <algorithm>
#include <cassert>

namespace selvage {
namespace {

Truth truth(bool value) { return value ? Truth::yes : Truth::no; }

// Requires two values of one kind.
std::strong_ordering order(const Value& a, const Value& b) {
  assert(a.index() == b.index());
  return std::visit(
      [&](const auto& x) -> std::strong_ordering {
        return x <=> std::get<std::decay_t<decltype(x)>>(b);
      },
      a);
}

bool holds(Relation relation, std::strong_ordering order) {
  switch (relation) {
    case Relation::equal:
      return order == 0;
    case Relation::unequal:
      return order != 0;
    case Relation::less:
      return order < 0;
    case Relation::at_most:
      return order <= 0;
    case Relation::more:
      return order > 0;
    case Relation::at_least:
      return order >= 0;
  }
  return false;
}

// The bytes of the first character. Requires a text that is not empty.
std::size_t character_size(std::string_view text) {
  std::size_t size = 1;
  while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80)
    ++size;
  return size;
}

struct Evaluator {
  PredicateRow row;

  const Value* value(std::size_t column) const {
    return row[column] ? &*row[column] : nullptr;
  }
  Truth of(const BoundRule& rule) const { return std::visit(*this, rule.node); }

  Truth operator()(const BoundRule::Compare& test) const {
    const Value* left = value(test.left);
    const auto* column = std::get_if<std::size_t>(&test.right);
    const Value* right = column ? value(*column) : &std::get<Value>(test.right);
    if (!left || !right) return Truth::unknown;
    return truth(holds(test.relation, order(*left, *right)));
  }
  Truth operator()(const BoundRule::OneOf& test) const {
    const Value* left = value(test.column);
    if (!left) return Truth::unknown;
    return truth(
        std::any_of(test.values.begin(), test.values.end(),
                    [&](const Value& right) { return order(*left, right) == 0; }));
  }
  Truth operator()(const BoundRule::Like& test) const {
    const Value* left = value(test.column);
    if (!left) return Truth::unknown;
    return truth(is_like(std::get<std::string>(*left), test.pattern));
  }
  Truth operator()(const BoundRule::IsMissing& test) const {
    return truth(value(test.column) == nullptr);
  }
  Truth operator()(const BoundRule::Not& node) const {
    return static_cast<Truth>(static_cast<int>(Truth::yes) -
                              static_cast<int>(of(node.parts[0])));
  }
  Truth operator()(const BoundRule::All& node) const {
    Truth least = Truth::yes;
    for (const BoundRule& part : node.parts) {
      if (least == Truth::no) break;
      least = std::min(least, of(part));
    }
    return least;
  }
  Truth operator()(const BoundRule::Any& node) const {
    Truth greatest = Truth::no;
    for (const BoundRule& part : node.parts) {
      if (greatest == Truth::yes) break;
      greatest = std::max(greatest, of(part));
    }
    return greatest;
  }
};

}  // namespace

Truth evaluate(const BoundPredicate& predicate, PredicateRow row) {
  assert(row.size() == predicate.columns.size());
  return Evaluator{row}.of(predicate.rule);
}

bool keeps(const BoundPredicate& predicate, PredicateRow row) {
  return evaluate(predicate, row) == Truth::yes;
}

// The last % takes up one character more each time that what follows does not fit.
bool is_like(std::string_view text, std::string_view pattern) {
  std::size_t t = 0, p = 0;
  std::size_t after_any = std::string_view::npos, retry = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '%') {
      after_any = ++p;
      retry = t;
    } else if (p < pattern.size() && pattern[p] == '_') {
      t += character_size(text.substr(t));
      ++p;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++t;
      ++p;
    } else if (after_any != std::string_view::npos) {
      retry += character_size(text.substr(retry));
      t = retry;
      p = after_any;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '%') ++p;
  return p == pattern.size();
}

}  // namespace selvage
