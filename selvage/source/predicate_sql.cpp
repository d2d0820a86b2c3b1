#include "selvage/source/predicate_sql.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/source/column_match.hpp"
#include "selvage/source/duckdb_session.hpp"
#include "selvage/source/predicate_readers.hpp"

namespace selvage {
namespace {

// A column as the predicate reads it.
struct Read {
  std::string sql;  // NULL where it is missing
  ValueKind kind;
  duckdb_type type;  // of the sql; VARCHAR where a text is read
  int width, scale;
};

// What the numbers of a type can be: multiples of the unit in a range.
struct StepGrid {
  std::string type;  // its name in SQL
  Rational unit, lowest, highest;
};

Rational power(std::int64_t base, int exponent) {
  Rational result(1);
  for (int i = 0; i < exponent; ++i) result = result * base;
  return result;
}

StepGrid signed_grid(const char* type, int bits) {
  return {type, 1, -power(2, bits - 1), power(2, bits - 1) - 1};
}
StepGrid unsigned_grid(const char* type, int bits) {
  return {type, 1, 0, power(2, bits) - 1};
}

StepGrid grid_of(const Read& read) {
  switch (read.type) {
    case DUCKDB_TYPE_TINYINT:
      return signed_grid("TINYINT", 8);
    case DUCKDB_TYPE_SMALLINT:
      return signed_grid("SMALLINT", 16);
    case DUCKDB_TYPE_INTEGER:
      return signed_grid("INTEGER", 32);
    case DUCKDB_TYPE_BIGINT:
      return signed_grid("BIGINT", 64);
    case DUCKDB_TYPE_HUGEINT:
      return signed_grid("HUGEINT", 128);
    case DUCKDB_TYPE_UTINYINT:
      return unsigned_grid("UTINYINT", 8);
    case DUCKDB_TYPE_USMALLINT:
      return unsigned_grid("USMALLINT", 16);
    case DUCKDB_TYPE_UINTEGER:
      return unsigned_grid("UINTEGER", 32);
    case DUCKDB_TYPE_UBIGINT:
      return unsigned_grid("UBIGINT", 64);
    case DUCKDB_TYPE_UHUGEINT:
      return unsigned_grid("UHUGEINT", 128);
    default: {
      assert(read.type == DUCKDB_TYPE_DECIMAL);
      const Rational unit = Rational(1) / power(10, read.scale);
      const Rational highest = (power(10, read.width) - 1) * unit;
      return {fmt::format("DECIMAL({},{})", read.width, read.scale), unit, -highest,
              highest};
    }
  }
}

// True or false, but unknown where the value is missing.
std::string constant(const Read& read, bool value) {
  return value ? fmt::format("({} IS NOT NULL OR CAST(NULL AS BOOLEAN))", read.sql)
               : fmt::format("({} IS NULL AND CAST(NULL AS BOOLEAN))", read.sql);
}

// The same comparison with a number that the column can hold, or a constant where there
// is none: for whole x, x < 2.5 is x <= 2, x = 2.5 is false, and x < 10^30 is true.
struct Snapped {
  std::optional<std::string> point;  // in SQL
  Relation relation;
  bool value;  // without a point
};

bool is_upward(Relation relation) {
  return relation == Relation::more || relation == Relation::at_least;
}

// Beside a number that the column cannot hold.
std::optional<Snapped> never_equal(Relation relation) {
  if (relation == Relation::equal) return Snapped{std::nullopt, relation, false};
  if (relation == Relation::unequal) return Snapped{std::nullopt, relation, true};
  return std::nullopt;
}

Snapped snapped_to_grid(const StepGrid& grid, Relation relation,
                        const Rational& number) {
  const Rational below = (number / grid.unit).floor() * grid.unit;
  const bool in_range = grid.lowest <= below && below <= grid.highest;
  const auto point = [&] {
    return fmt::format("CAST('{}' AS {})", decimal_text(below), grid.type);
  };
  if (below == number && in_range) return {point(), relation, false};
  if (const auto constant = never_equal(relation)) return *constant;
  if (in_range)
    return {point(), is_upward(relation) ? Relation::more : Relation::at_most, false};
  return {std::nullopt, relation, is_upward(relation) == (below < grid.lowest)};
}

double nearest(const Rational& number, double) { return number.to_double(); }
float nearest(const Rational& number, float) {
  const std::string text = decimal_text(number);
  float result = 0;
  const auto [end, problem] =
      std::from_chars(text.data(), text.data() + text.size(), result);
  if (problem == std::errc()) return result;
  // Out of range, at one end or the other.
  if (absolute(number) < 1) return 0;
  const float infinite = std::numeric_limits<float>::infinity();
  return number.sign() < 0 ? -infinite : infinite;
}

// A double is the shortest decimal that reads back as it (ExactNumber). The numbers
// that read as one double lie between those of its neighbours, so that every other
// double has the same order with the literal and with the double nearest to it, and the
// order of that one and the literal is known now.
template <class Real>
Snapped snapped_to_real(const char* type, Relation relation,
                        const ExactNumber& number) {
  const Real point = nearest(number.value(), Real{});
  const auto shown = ExactNumber::of(point);
  const std::string sql = fmt::format("CAST('{}' AS {})", point, type);
  if (shown == number) return {sql, relation, false};
  if (const auto constant = never_equal(relation)) return *constant;
  const bool up = is_upward(relation);
  if (shown < number) return {sql, up ? Relation::more : Relation::at_most, false};
  return {sql, up ? Relation::at_least : Relation::less, false};
}

const char* sql_relation(Relation relation) {
  return relation == Relation::unequal ? "<>" : relation_text(relation);
}

bool is_real(const Read& read) {
  return read.type == DUCKDB_TYPE_DOUBLE || read.type == DUCKDB_TYPE_FLOAT;
}
bool is_text(const Read& read) { return read.type == DUCKDB_TYPE_VARCHAR; }

// Beside this column, in its own type where it has one.
Snapped snapped(const Read& read, Relation relation, const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value))
    return {quoted_text(*text), relation, false};
  if (const auto* moment = std::get_if<Timestamp>(&value))
    return {moment_sql(*moment), relation, false};
  if (const auto* truth = std::get_if<bool>(&value))
    return {*truth ? "true" : "false", relation, false};
  const auto& number = std::get<ExactNumber>(value);
  if (is_text(read)) return {number_sql(number), relation, false};
  if (read.type == DUCKDB_TYPE_DOUBLE)
    return snapped_to_real<double>("DOUBLE", relation, number);
  if (read.type == DUCKDB_TYPE_FLOAT)
    return snapped_to_real<float>("FLOAT", relation, number);
  return snapped_to_grid(grid_of(read), relation, number.value());
}

bool fits_hugeint(const Read& read) {
  return !is_text(read) && !is_real(read) && read.type != DUCKDB_TYPE_DECIMAL &&
         read.type != DUCKDB_TYPE_UHUGEINT;
}

class Writer {
 public:
  explicit Writer(std::vector<Read> reads) : reads_(std::move(reads)) {}

  std::string write(const BoundRule& rule) const {
    return std::visit([&](const auto& node) { return sql(node); }, rule.node);
  }

 private:
  std::string sql(const BoundRule::Compare& test) const {
    const Read& left = reads_[test.left];
    if (const auto* column = std::get_if<std::size_t>(&test.right))
      return compared(left, test.relation, reads_[*column]);
    const Snapped now = snapped(left, test.relation, std::get<Value>(test.right));
    if (!now.point) return constant(left, now.value);
    return fmt::format("({} {} {})", left.sql, sql_relation(now.relation), *now.point);
  }

  // Numbers of two types by their digits, unless one type holds both.
  static std::string compared(const Read& left, Relation relation, const Read& right) {
    std::string a = left.sql, b = right.sql;
    const bool same = left.type == right.type && left.width == right.width &&
                      left.scale == right.scale;
    if (left.kind == ValueKind::number && !same) {
      const bool whole = fits_hugeint(left) && fits_hugeint(right);
      a = whole ? fmt::format("CAST({} AS HUGEINT)", a) : digits(left);
      b = whole ? fmt::format("CAST({} AS HUGEINT)", b) : digits(right);
    }
    return fmt::format("({} {} {})", a, sql_relation(relation), b);
  }
  static std::string digits(const Read& read) {
    return is_text(read) ? read.sql : read_sql(read.sql, read.type, ValueKind::number);
  }

  std::string sql(const BoundRule::OneOf& test) const {
    const Read& read = reads_[test.column];
    std::string list;
    for (const Value& value : test.values)
      if (const auto point = snapped(read, Relation::equal, value).point)
        list += (list.empty() ? "" : ", ") + *point;
    if (list.empty()) return constant(read, false);
    return fmt::format("({} IN ({}))", read.sql, list);
  }

  std::string sql(const BoundRule::Like& test) const {
    return fmt::format("({} LIKE {})", reads_[test.column].sql,
                       quoted_text(test.pattern));
  }

  std::string sql(const BoundRule::IsMissing& test) const {
    return fmt::format("({} IS NULL)", reads_[test.column].sql);
  }

  std::string sql(const BoundRule::Not& node) const {
    return fmt::format("(NOT {})", write(node.parts[0]));
  }
  std::string sql(const BoundRule::All& node) const {
    return joined(node.parts, " AND ");
  }
  std::string sql(const BoundRule::Any& node) const {
    return joined(node.parts, " OR ");
  }

  std::string joined(const std::vector<BoundRule>& parts, const char* word) const {
    std::string result;
    for (const BoundRule& part : parts)
      result += (result.empty() ? "" : word) + write(part);
    return "(" + result + ")";
  }

  std::vector<Read> reads_;
};

ValueKind kind_of(duckdb_type type) {
  switch (type) {
    case DUCKDB_TYPE_TINYINT:
    case DUCKDB_TYPE_SMALLINT:
    case DUCKDB_TYPE_INTEGER:
    case DUCKDB_TYPE_BIGINT:
    case DUCKDB_TYPE_HUGEINT:
    case DUCKDB_TYPE_UTINYINT:
    case DUCKDB_TYPE_USMALLINT:
    case DUCKDB_TYPE_UINTEGER:
    case DUCKDB_TYPE_UBIGINT:
    case DUCKDB_TYPE_UHUGEINT:
    case DUCKDB_TYPE_DECIMAL:
    case DUCKDB_TYPE_FLOAT:
    case DUCKDB_TYPE_DOUBLE:
      return ValueKind::number;
    case DUCKDB_TYPE_VARCHAR:
    case DUCKDB_TYPE_ENUM:
      return ValueKind::any_text;
    case DUCKDB_TYPE_DATE:
    case DUCKDB_TYPE_TIMESTAMP:
    case DUCKDB_TYPE_TIMESTAMP_S:
    case DUCKDB_TYPE_TIMESTAMP_MS:
    case DUCKDB_TYPE_TIMESTAMP_NS:
    case DUCKDB_TYPE_TIMESTAMP_TZ:
      return ValueKind::moment;
    case DUCKDB_TYPE_BOOLEAN:
      return ValueKind::boolean;
    default:
      return ValueKind::other;
  }
}

Read read_of(const EngineColumn& column, ValueKind kind) {
  Read read{column.quoted, kind, column.type, column.width, column.scale};
  if (kind_of(column.type) == ValueKind::any_text) {
    read.type = DUCKDB_TYPE_VARCHAR;
    const std::string text = fmt::format("CAST({} AS VARCHAR)", column.quoted);
    if (kind != ValueKind::text && kind != ValueKind::other) {
      read.sql = read_sql(text, DUCKDB_TYPE_VARCHAR, kind);
      return read;
    }
    // An empty text is missing. A cast alone keeps the collation of the column.
    read.sql = fmt::format(
        "(CASE WHEN strlen({0}) > 0 THEN {0} ELSE NULL END COLLATE \"C\")", text);
  } else if (kind == ValueKind::moment) {
    read.sql = read_sql(column.quoted, column.type, kind);
  } else if (kind == ValueKind::number && is_real(read)) {
    read.sql =
        fmt::format("CASE WHEN isnan({0}) THEN NULL ELSE {0} END", column.quoted);
  }
  return read;
}

}  // namespace

Result<std::vector<EngineColumn>> engine_columns(duckdb_connection connection,
                                                 const std::string& from,
                                                 const Error& otherwise) {
  duckdb_prepared_statement all = nullptr;
  const bool prepared = duckdb_prepare(connection, ("SELECT * FROM " + from).c_str(),
                                       &all) == DuckDBSuccess;
  std::vector<EngineColumn> columns;
  for (idx_t i = 0; prepared && i < duckdb_prepared_statement_column_count(all); ++i) {
    const char* text = duckdb_prepared_statement_column_name(all, i);
    const std::string name = text == nullptr ? "" : text;
    duckdb_free(const_cast<char*>(text));
    duckdb_logical_type type = duckdb_prepared_statement_column_logical_type(all, i);
    EngineColumn column{name, quoted_name(name), duckdb_get_type_id(type)};
    if (column.type == DUCKDB_TYPE_DECIMAL) {
      column.width = duckdb_decimal_width(type);
      column.scale = duckdb_decimal_scale(type);
    }
    duckdb_destroy_logical_type(&type);
    columns.push_back(std::move(column));
  }
  duckdb_destroy_prepare(&all);
  if (!prepared) return otherwise;
  return columns;
}

Result<EngineColumn> match_engine_column(const std::vector<EngineColumn>& columns,
                                         const std::string& wanted,
                                         const std::string& table) {
  std::vector<std::string> names;
  for (const EngineColumn& column : columns) names.push_back(column.name);
  const auto place = match_column(names, wanted, table);
  if (!place) return place.error();
  const EngineColumn& found = columns[*place];
  if (found.refusal.empty()) return found;
  return wrong(fmt::format("column '{}' of '{}' {}", wanted, table, found.refusal));
}

KindOf engine_kinds(std::vector<EngineColumn> columns, std::string table) {
  return [columns = std::move(columns),
          table = std::move(table)](const std::string& name) -> Result<ValueKind> {
    const auto found = match_engine_column(columns, name, table);
    if (!found) return found.error();
    return kind_of(found->type);
  };
}

std::string to_sql(const BoundPredicate& predicate,
                   const std::vector<EngineColumn>& columns) {
  std::vector<Read> reads;
  for (const BoundColumn& wanted : predicate.columns) {
    const auto found = std::find_if(
        columns.begin(), columns.end(),
        [&](const EngineColumn& column) { return column.name == wanted.name; });
    assert(found != columns.end());
    reads.push_back(read_of(*found, wanted.read));
  }
  return Writer(std::move(reads)).write(predicate.rule);
}

}  // namespace selvage
