// A rule of one row alone: which rows are in the data set. A value, as it was asked;
// its canonical text reads back as the same value.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "selvage/base/rational.hpp"
#include "selvage/summary/calendar.hpp"
#include "selvage/summary/exact_number.hpp"

namespace selvage {

// A literal: a fraction, a text, a date, a time, true or false. In a bound predicate
// and in a row numbers are ExactNumber, and a date is its midnight.
using Value = std::variant<Rational, ExactNumber, std::string, Date, Timestamp, bool>;

// Says how a column is to be read: number(x).
enum class ReadAs { number, text, timestamp, boolean };
constexpr ReadAs kReadings[] = {ReadAs::number, ReadAs::text, ReadAs::timestamp,
                                ReadAs::boolean};
const char* reading_word(ReadAs reading);  // "number"

struct AskedColumn {
  AskedColumn(std::string asked, std::optional<ReadAs> reading = {})  // NOLINT: a name
      : name(std::move(asked)), as(reading) {}
  AskedColumn(const char* asked) : name(asked) {}  // NOLINT: the same
  std::string name;
  std::optional<ReadAs> as;
  friend bool operator==(const AskedColumn&, const AskedColumn&) = default;
};

enum class Relation { equal, unequal, less, at_most, more, at_least };

// Columns are named in a predicate as it was asked, and numbered in a bound one.
template <class Column>
struct PredicateOf {
  struct Compare {
    Column left;
    Relation relation;
    std::variant<Column, Value> right;
    friend bool operator==(const Compare&, const Compare&) = default;
  };
  struct OneOf {
    Column column;
    std::vector<Value> values;
    friend bool operator==(const OneOf&, const OneOf&) = default;
  };
  // % stands for any text, _ for one character, nothing else for anything but itself.
  struct Like {
    Column column;
    std::string pattern;
    friend bool operator==(const Like&, const Like&) = default;
  };
  struct IsMissing {
    Column column;
    friend bool operator==(const IsMissing&, const IsMissing&) = default;
  };
  struct Not {
    std::vector<PredicateOf> parts;  // exactly one
    friend bool operator==(const Not& a, const Not& b) { return a.parts == b.parts; }
  };
  struct All {
    std::vector<PredicateOf> parts;  // two or more, none of them All
    friend bool operator==(const All& a, const All& b) { return a.parts == b.parts; }
  };
  struct Any {
    std::vector<PredicateOf> parts;  // two or more, none of them Any
    friend bool operator==(const Any& a, const Any& b) { return a.parts == b.parts; }
  };

  std::variant<Compare, OneOf, Like, IsMissing, Not, All, Any> node;
  friend bool operator==(const PredicateOf& a, const PredicateOf& b) {
    return a.node == b.node;
  }
};

using Predicate = PredicateOf<AskedColumn>;

// One part stays as it is; parts of the same sort are taken apart. Require one or more.
Predicate all_of(std::vector<Predicate> parts);
Predicate any_of(std::vector<Predicate> parts);
Predicate negated(Predicate part);

const char* relation_text(Relation relation);  // "<="
Relation mirrored(Relation relation);          // a < b is b > a

// The canonical text, in the grammar of parse_predicate.
std::string predicate_text(const Predicate& predicate);
// A column as it is written there: age, "net wage", number("net wage").
std::string column_text(const AskedColumn& column);
// A value as it is written there: 0.5, 'it''s', date '2025-01-31', true.
std::string literal_text(const Value& value);
// All digits of a number. Requires a denominator that divides a power of ten.
std::string decimal_text(const Rational& number);

}  // namespace selvage
