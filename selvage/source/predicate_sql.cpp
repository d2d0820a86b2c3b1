#include "selvage/source/predicate_sql.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "selvage/source/column_match.hpp"
#include "selvage/source/duckdb_session.hpp"
#include "selvage/source/predicate_text.hpp"

namespace selvage {
namespace {

Error wrong(const std::string& sentence) {
  return {ErrorKind::invalid_request, "--where: " + sentence};
}

// A column as the predicate reads it.
struct Read {
  std::string name;
  std::string sql;
  ValueKind kind;
  duckdb_type type;  // of the sql
  int width, scale;
};

// What the numbers or times of a type can be: multiples of the unit in a range.
struct Grid {
  std::string type;  // its name in SQL
  Rational unit, lowest, highest;
};

Rational power(std::int64_t base, int exponent) {
  Rational result(1);
  for (int i = 0; i < exponent; ++i) result = result * base;
  return result;
}

Grid signed_grid(const char* type, int bits) {
  return {type, 1, -power(2, bits - 1), power(2, bits - 1) - 1};
}
Grid unsigned_grid(const char* type, int bits) {
  return {type, 1, 0, power(2, bits) - 1};
}

// Microseconds; every time that can be written is in the range of these types.
Grid time_grid(const char* type, std::int64_t unit) {
  return {type, unit, -power(10, 30), power(10, 30)};
}

Grid grid_of(const Read& read) {
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
    case DUCKDB_TYPE_DECIMAL: {
      const Rational unit = Rational(1) / power(10, read.scale);
      const Rational highest = (power(10, read.width) - 1) * unit;
      return {fmt::format("DECIMAL({},{})", read.width, read.scale), unit, -highest,
              highest};
    }
    case DUCKDB_TYPE_TIMESTAMP_S:
      return time_grid("TIMESTAMP_S", 1'000'000);
    case DUCKDB_TYPE_TIMESTAMP_MS:
      return time_grid("TIMESTAMP_MS", 1'000);
    case DUCKDB_TYPE_TIMESTAMP_NS:
      return time_grid("TIMESTAMP_NS", 1);
    case DUCKDB_TYPE_TIMESTAMP_TZ:
      return time_grid("TIMESTAMP WITH TIME ZONE", 1);
    default:
      return time_grid("TIMESTAMP", 1);
  }
}

// True or false, but unknown where the value is missing.
std::string constant(const Read& read, bool value) {
  return value ? fmt::format("({} IS NOT NULL OR CAST(NULL AS BOOLEAN))", read.sql)
               : fmt::format("({} IS NULL AND CAST(NULL AS BOOLEAN))", read.sql);
}

// The same comparison with a point of the grid, or a constant where there is none: for
// whole x, x < 2.5 is x <= 2, x = 2.5 is false, and x < 10^30 is true.
struct Snapped {
  std::optional<Rational> point;
  Relation relation;
  bool value;  // without a point
};

Snapped snapped(const Grid& grid, Relation relation, const Rational& number) {
  const Rational below = (number / grid.unit).floor() * grid.unit;
  const bool upward = relation == Relation::more || relation == Relation::at_least;
  const bool in_range = grid.lowest <= below && below <= grid.highest;
  if (below == number && in_range) return {number, relation, false};
  if (relation == Relation::equal) return {std::nullopt, relation, false};
  if (relation == Relation::unequal) return {std::nullopt, relation, true};
  if (in_range) return {below, upward ? Relation::more : Relation::at_most, false};
  return {std::nullopt, relation, upward == (below < grid.lowest)};
}

const char* sql_relation(Relation relation) {
  return relation == Relation::unequal ? "<>" : relation_text(relation);
}

// Numbers as they are, times in microseconds.
Rational on_line(const Value& value) {
  if (const auto* time = std::get_if<Timestamp>(&value))
    return Rational(time->microseconds);
  return std::get<Rational>(value);
}

std::string point_sql(const Read& read, const Grid& grid, const Rational& point) {
  if (read.kind == ValueKind::exact)
    return fmt::format("CAST('{}' AS {})", decimal_text(point), grid.type);
  const bool zoned = read.type == DUCKDB_TYPE_TIMESTAMP_TZ;
  return fmt::format("CAST('{}{}' AS {})", timestamp_text({*point.to_int64()}),
                     zoned ? "+00" : "", grid.type);
}

bool has_grid(const Read& read) {
  return read.kind == ValueKind::exact || read.kind == ValueKind::timestamp;
}

std::string literal_sql(const Value& value) {
  if (const auto* number = std::get_if<double>(&value))
    return fmt::format("CAST('{}' AS DOUBLE)",
                       *number);  // the shortest that reads back
  if (const auto* text = std::get_if<std::string>(&value)) return quoted_text(*text);
  if (const auto* date = std::get_if<Date>(&value))
    return fmt::format("CAST('{}' AS DATE)", date_text(*date));
  return std::get<bool>(value) ? "true" : "false";
}

// The exact side goes through its digits: the engine's own cast of a negative HUGEINT
// is not always to the nearest double.
std::string as_double(const Read& read) {
  if (read.kind == ValueKind::real) return read.sql;
  return fmt::format("TRY_CAST(CAST({} AS VARCHAR) AS DOUBLE)", read.sql);
}

bool is_decimal(const Read& read) { return read.type == DUCKDB_TYPE_DECIMAL; }

// Digits before the point.
int whole_digits(const Read& read) {
  if (is_decimal(read)) return read.width - read.scale;
  const Grid grid = grid_of(read);
  return static_cast<int>(grid.highest.text().size());
}

// A type that holds all values of both, if there is one.
std::optional<std::string> common_type(const Read& a, const Read& b) {
  if (a.type == b.type && a.width == b.width && a.scale == b.scale)
    return grid_of(a).type;
  const auto huge = [](const Read& x) { return x.type == DUCKDB_TYPE_UHUGEINT; };
  if (!is_decimal(a) && !is_decimal(b) && !huge(a) && !huge(b)) return "HUGEINT";
  const int scale = std::max(a.scale, b.scale);
  const int width = std::max(whole_digits(a), whole_digits(b)) + scale;
  if (width > 38) return std::nullopt;
  return fmt::format("DECIMAL({},{})", width, scale);
}

class Writer {
 public:
  explicit Writer(std::vector<Read> reads) : reads_(std::move(reads)) {}

  Result<std::string> write(const BoundRule& rule) const {
    return std::visit([&](const auto& node) { return sql(node); }, rule.node);
  }

 private:
  using Sql = Result<std::string>;

  // TIMESTAMP_NS ends within the years that can be written.
  static std::optional<Error> check(const Read& read, const Value& value) {
    if (read.type != DUCKDB_TYPE_TIMESTAMP_NS) return std::nullopt;
    static const Timestamp kFirst = *parse_timestamp("1677-09-22"),
                           kLast = *parse_timestamp("2262-04-11");
    const Timestamp time = std::get<Timestamp>(value);
    if (kFirst <= time && time <= kLast) return std::nullopt;
    return wrong(
        fmt::format("column '{}' counts nanoseconds, which reach from "
                    "1677-09-22 to 2262-04-11, not to {}",
                    read.name, timestamp_text(time)));
  }

  Sql sql(const BoundRule::Compare& test) const {
    const Read& left = reads_[test.left];
    if (const auto* column = std::get_if<std::size_t>(&test.right))
      return compared(left, test.relation, reads_[*column]);
    const Value& value = std::get<Value>(test.right);
    if (!has_grid(left))
      return fmt::format("({} {} {})", left.sql, sql_relation(test.relation),
                         literal_sql(value));
    if (auto problem = check(left, value)) return *problem;
    const Grid grid = grid_of(left);
    const Snapped now = snapped(grid, test.relation, on_line(value));
    if (!now.point) return constant(left, now.value);
    return fmt::format("({} {} {})", left.sql, sql_relation(now.relation),
                       point_sql(left, grid, *now.point));
  }

  Sql compared(const Read& left, Relation relation, const Read& right) const {
    std::string a = left.sql, b = right.sql;
    if (left.kind == ValueKind::exact && right.kind == ValueKind::exact) {
      const auto type = common_type(left, right);
      if (!type) return incomparable(left, right, "have no type that holds both");
      a = fmt::format("CAST({} AS {})", a, *type);
      b = fmt::format("CAST({} AS {})", b, *type);
    } else if (left.kind == ValueKind::exact || right.kind == ValueKind::exact) {
      a = as_double(left);
      b = as_double(right);
    } else if (left.type != right.type && left.kind == ValueKind::timestamp) {
      return incomparable(left, right, "hold times of two sorts");
    }
    return fmt::format("({} {} {})", a, sql_relation(relation), b);
  }

  static Error incomparable(const Read& left, const Read& right, const char* why) {
    return wrong(fmt::format("columns '{}' and '{}' {}, so they cannot be compared",
                             left.name, right.name, why));
  }

  Sql sql(const BoundRule::OneOf& test) const {
    const Read& read = reads_[test.column];
    const auto grid = has_grid(read) ? std::optional(grid_of(read)) : std::nullopt;
    std::string list;
    const auto add = [&](const std::string& value) {
      list += (list.empty() ? "" : ", ") + value;
    };
    for (const Value& value : test.values) {
      if (!grid) {
        add(literal_sql(value));
        continue;
      }
      if (auto problem = check(read, value)) return *problem;
      const Snapped now = snapped(*grid, Relation::equal, on_line(value));
      if (now.point) add(point_sql(read, *grid, *now.point));
    }
    if (list.empty()) return constant(read, false);
    return fmt::format("({} IN ({}))", read.sql, list);
  }

  Sql sql(const BoundRule::Like& test) const {
    return fmt::format("({} LIKE {})", reads_[test.column].sql,
                       quoted_text(test.pattern));
  }

  Sql sql(const BoundRule::IsMissing& test) const {
    return fmt::format("({} IS NULL)", reads_[test.column].sql);
  }

  Sql sql(const BoundRule::Not& node) const {
    auto part = write(node.parts[0]);
    if (!part) return part;
    return fmt::format("(NOT {})", *part);
  }
  Sql sql(const BoundRule::All& node) const { return joined(node.parts, " AND "); }
  Sql sql(const BoundRule::Any& node) const { return joined(node.parts, " OR "); }

  Sql joined(const std::vector<BoundRule>& parts, const char* word) const {
    std::string result;
    for (const BoundRule& part : parts) {
      auto next = write(part);
      if (!next) return next;
      result += (result.empty() ? "" : word) + *next;
    }
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
      return ValueKind::exact;
    case DUCKDB_TYPE_FLOAT:
    case DUCKDB_TYPE_DOUBLE:
      return ValueKind::real;
    case DUCKDB_TYPE_VARCHAR:
    case DUCKDB_TYPE_ENUM:
      return ValueKind::any_text;
    case DUCKDB_TYPE_DATE:
      return ValueKind::date;
    case DUCKDB_TYPE_TIMESTAMP:
    case DUCKDB_TYPE_TIMESTAMP_S:
    case DUCKDB_TYPE_TIMESTAMP_MS:
    case DUCKDB_TYPE_TIMESTAMP_NS:
    case DUCKDB_TYPE_TIMESTAMP_TZ:
      return ValueKind::timestamp;
    case DUCKDB_TYPE_BOOLEAN:
      return ValueKind::boolean;
    default:
      return ValueKind::other;
  }
}

Read read_of(const EngineColumn& column, ValueKind kind) {
  Read read{column.name, column.quoted, kind, column.type, column.width, column.scale};
  if (kind == ValueKind::real && kind_of(column.type) == ValueKind::real)
    read.sql = fmt::format(
        "CASE WHEN isnan({0}) THEN NULL ELSE CAST({0} AS DOUBLE) END", column.quoted);
  if (kind_of(column.type) != ValueKind::any_text) return read;
  // A cast alone keeps the collation of the column.
  read.sql = fmt::format("CAST({} AS VARCHAR)", column.quoted);
  read.sql = kind == ValueKind::text
                 ? fmt::format("({} COLLATE \"C\")", read.sql)
                 : fmt::format("{}({})", text_reader(kind), read.sql);
  read.type =
      kind == ValueKind::timestamp ? DUCKDB_TYPE_TIMESTAMP : DUCKDB_TYPE_INVALID;
  return read;
}

}  // namespace

EngineColumn engine_column(duckdb_result* result, idx_t column) {
  const std::string name = duckdb_column_name(result, column);
  EngineColumn found{name, quoted_name(name), duckdb_column_type(result, column)};
  if (found.type != DUCKDB_TYPE_DECIMAL) return found;
  duckdb_logical_type type = duckdb_column_logical_type(result, column);
  found.width = duckdb_decimal_width(type);
  found.scale = duckdb_decimal_scale(type);
  duckdb_destroy_logical_type(&type);
  return found;
}

KindOf engine_kinds(std::vector<EngineColumn> columns, std::string table) {
  return [columns = std::move(columns),
          table = std::move(table)](const std::string& name) -> Result<ValueKind> {
    std::vector<std::string> names;
    for (const EngineColumn& column : columns) names.push_back(column.name);
    const auto place = match_column(names, name, table);
    if (!place) return place.error();
    return kind_of(columns[*place].type);
  };
}

Result<std::string> to_sql(const BoundPredicate& predicate,
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
