// For tests: random typed tables in every format, random predicates of one and two
// columns, and an evaluator of its own that knows each value from the moment it was
// made: nothing here reads a text, an engine or the shipped evaluator.
#pragma once
#include <algorithm>
#include <map>
#include <random>

#include "selvage/base/rational.hpp"
#include "selvage/source/table_testing.hpp"

namespace selvage::where_formats {

using Random = std::mt19937_64;

enum class Kind { number, text, moment, boolean };
constexpr const char* kWords[] = {"number", "text", "timestamp", "boolean"};

// What a value means when it is read as a kind. Numbers and moments are fractions, with
// an end of the line beyond all of them; a truth is 0 or 1.
struct Meaning {
  int end = 0;  // -1 or 1: before or after all others
  Rational number = 0;
  std::string text = {};
  friend bool operator==(const Meaning&, const Meaning&) = default;
};
inline int order(const Meaning& a, const Meaning& b) {
  if (a.end != b.end) return a.end < b.end ? -1 : 1;
  if (a.number != b.number) return a.number < b.number ? -1 : 1;
  const int texts = a.text.compare(b.text);
  return texts < 0 ? -1 : texts > 0 ? 1 : 0;
}

// A value as it is written in a text file, and what it means as each kind that it reads
// as. `missing`: there is none.
struct Cell {
  std::string shown;
  std::map<Kind, Meaning> means;
  bool missing = false;
};

inline Rational number_of(const std::string& text) { return *Rational::parse(text); }

// Days of the calendar by counting, from 2000-01-01 on.
inline std::string day_text(int days) {
  int year = 2000, month = 1;
  const auto length = [&] {
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return kDays[month - 1] + (month == 2 && leap ? 1 : 0);
  };
  while (days >= length()) {
    days -= length();
    if (++month > 12) month = 1, ++year;
  }
  return fmt::format("{:04}-{:02}-{:02}", year, month, days + 1);
}

// What texts of people's own mean, by hand.
inline std::vector<Cell> odd_texts() {
  const auto number = [](const char* shown, const char* value) {
    return Cell{shown, {{Kind::number, {0, number_of(value), ""}}}};
  };
  std::vector<Cell> cells = {
      number("900", "900"),
      number("1000", "1000"),
      number(" 5 ", "5"),
      number("+5", "5"),
      number("5.0", "5"),
      number("-0", "0"),
      number("0.30", "0.3"),
      number("1e3", "1000"),
      number("9007199254740993", "9007199254740993"),
      number("9007199254740992", "9007199254740992"),
      number("007", "7"),
      number("1e-400", "0"),
      number("0.30000000000000001", "0.30000000000000001"),
      {"1e400", {{Kind::number, {1, 0, ""}}}},
      {"inf", {{Kind::number, {1, 0, ""}}}},
      {"-Infinity", {{Kind::number, {-1, 0, ""}}, {Kind::moment, {-1, 0, ""}}}},
      {"infinity", {{Kind::number, {1, 0, ""}}, {Kind::moment, {1, 0, ""}}}},
      {"nan", {}},
      {"1,234", {}},
      {"0x10", {}},
      {"1_000", {}},
      {"abc", {}},
      {"Abc", {}},
      {"a%b", {}},
      {"it's", {}},
      {"é", {}},
      {" ", {}},
      {"2000-02-30", {}},
      {"2000-1-1", {}},
      {"10000-01-01", {}},
      {"2000-01-02", {{Kind::moment, {0, 1, ""}}}},
      {" 2000-01-02 ", {{Kind::moment, {0, 1, ""}}}},
      {"2000-01-02T12:00", {{Kind::moment, {0, Rational(3, 2), ""}}}},
      {"2000-01-02 00:00:00", {{Kind::moment, {0, 1, ""}}}},
      {"true", {{Kind::boolean, {0, 1, ""}}}},
      {"FALSE ", {{Kind::boolean, {0, 0, ""}}}}};
  for (Cell& cell : cells) cell.means[Kind::text] = {0, 0, cell.shown};
  return cells;
}

struct Column {
  std::string name, type;
  std::vector<Kind> kinds;  // one, or all of a column of text
  Cell (*make)(Random&);
};

inline Cell one_number(const std::string& shown) {
  return {shown, {{Kind::number, {0, number_of(shown), ""}}}};
}
inline Cell real_number(Random& random) {
  switch (random() % 12) {
    case 0:
      return {"inf", {{Kind::number, {1, 0, ""}}}};
    case 1:
      return {"-inf", {{Kind::number, {-1, 0, ""}}}};
    case 2:
      return {"nan", {}};
    case 3:
      return one_number("-0.0");
    default:
      // At most five digits: the shortest that read back, of a FLOAT too.
      return one_number(
          fmt::format("{}.{}", static_cast<int>(random() % 13) - 6, random() % 10));
  }
}
inline Cell whole_number(Random& random) {
  return one_number(std::to_string(static_cast<int>(random() % 13) - 6));
}
inline Cell large_number(Random& random) {
  return one_number(std::to_string(9'007'199'254'740'990 + random() % 6));
}
inline Cell decimal_number(Random& random) {
  return one_number(
      fmt::format("{}.{:03}", static_cast<int>(random() % 13) - 6, random() % 2 * 500));
}
inline Cell day(Random& random) {
  const int days = static_cast<int>(random() % 3);
  return {day_text(days), {{Kind::moment, {0, days, ""}}}};
}
inline Cell moment(Random& random) {
  const int days = static_cast<int>(random() % 3),
            hour = static_cast<int>(random() % 2) * 6;
  return {fmt::format("{} {:02}:00:00", day_text(days), hour),
          {{Kind::moment, {0, Rational(days) + Rational(hour, 24), ""}}}};
}
inline Cell truth(Random& random) {
  const bool value = random() % 2 == 0;
  return {value ? "true" : "false", {{Kind::boolean, {0, value ? 1 : 0, ""}}}};
}
inline Cell odd_text(Random& random) {
  static const std::vector<Cell> kCells = odd_texts();
  return kCells[random() % kCells.size()];
}

const std::vector<Kind> kAll = {Kind::number, Kind::text, Kind::moment, Kind::boolean};
const std::vector<Column> kColumns = {
    {"whole", "INTEGER", {Kind::number}, whole_number},
    {"tiny", "TINYINT", {Kind::number}, whole_number},
    {"large", "BIGINT", {Kind::number}, large_number},
    {"large too", "UBIGINT", {Kind::number}, large_number},
    {"money", "DECIMAL(18,3)", {Kind::number}, decimal_number},
    {"wide", "DECIMAL(38,10)", {Kind::number}, decimal_number},
    {"real", "DOUBLE", {Kind::number}, real_number},
    {"single", "FLOAT", {Kind::number}, real_number},
    {"born day", "DATE", {Kind::moment}, day},
    {"seen", "TIMESTAMP", {Kind::moment}, moment},
    {"second", "TIMESTAMP_S", {Kind::moment}, moment},
    {"fine", "TIMESTAMP_NS", {Kind::moment}, moment},
    {"flag", "BOOLEAN", {Kind::boolean}, truth},
    {"other flag", "BOOLEAN", {Kind::boolean}, truth},
    {"net", "VARCHAR", kAll, odd_text},
    {"gross", "VARCHAR", kAll, odd_text}};

// yes 1, no -1, unknown 0.
struct Test {
  enum class Sort { compare, pair, list, missing, negation, all, any };
  Sort sort;
  std::size_t column = 0, other = 0;
  bool cast = false, cast_other = false;
  int relation = 0;
  std::vector<Cell> values = {};
  std::vector<Test> parts = {};
};
constexpr const char* kRelations[] = {"=", "!=", "<", "<=", ">", ">="};
inline bool related(int relation, int order) {
  const bool results[] = {order == 0, order != 0, order<0, order <= 0, order> 0,
                          order >= 0};
  return results[relation];
}

struct Question {
  std::vector<Kind> kinds;    // of each column
  std::vector<bool> is_read;  // not only `is null`
  Test test;
};

class Asker {
 public:
  explicit Asker(Random& random) : random_(random) {}

  Question question() {
    Question result;
    for (const Column& column : kColumns)
      result.kinds.push_back(column.kinds[random_() % column.kinds.size()]);
    kinds_ = result.kinds;
    is_read_.assign(kColumns.size(), false);
    result.test = test(static_cast<int>(random_() % 3));
    result.is_read = is_read_;
    return result;
  }

 private:
  Test test(int depth) {
    const auto sort = random_() % (depth > 0 ? 9 : 6);
    if (sort < 2) return compare(random_() % kColumns.size());
    if (sort < 4) return pair(random_() % kColumns.size());
    if (sort == 4) return list(random_() % kColumns.size());
    if (sort == 5) return missing(random_() % kColumns.size());
    Test result{sort == 6   ? Test::Sort::negation
                : sort == 7 ? Test::Sort::all
                            : Test::Sort::any};
    for (auto n = sort == 6 ? 1 : random_() % 3 + 2; n > 0; --n)
      result.parts.push_back(test(depth - 1));
    return result;
  }
  bool needs_word(std::size_t column) const {
    return kColumns[column].type == "VARCHAR" && kinds_[column] == Kind::text;
  }
  Test compare(std::size_t column) {
    is_read_[column] = true;
    return {Test::Sort::compare,
            column,
            0,
            needs_word(column) || random_() % 4 == 0,
            false,
            static_cast<int>(random_() % 6),
            {literal(column)}};
  }
  Test list(std::size_t column) {
    is_read_[column] = true;
    Test result{Test::Sort::list, column, 0, needs_word(column)};
    for (auto n = random_() % 4 + 1; n > 0; --n)
      result.values.push_back(literal(column));
    return result;
  }
  Test pair(std::size_t column) {
    std::vector<std::size_t> fitting;
    for (std::size_t other = 0; other < kColumns.size(); ++other)
      if (kinds_[other] == kinds_[column]) fitting.push_back(other);
    const std::size_t other = fitting[random_() % fitting.size()];
    is_read_[column] = is_read_[other] = true;
    const bool left = random_() % 2 == 0;
    return {Test::Sort::pair,
            column,
            other,
            left,
            !left || random_() % 2 == 0,
            static_cast<int>(random_() % 6)};
  }
  Test missing(std::size_t column) {
    const bool cast = random_() % 2 == 0;
    if (cast) is_read_[column] = true;
    return {Test::Sort::missing, column, 0, cast};
  }
  // One that can be written: finite, and of a text not an empty one.
  Cell literal(std::size_t column) {
    while (true) {
      Cell cell = kColumns[column].make(random_);
      const auto meaning = cell.means.find(kinds_[column]);
      if (meaning == cell.means.end() || meaning->second.end != 0) continue;
      if (kinds_[column] == Kind::number && random_() % 4 == 0)
        cell.means[Kind::number].number =
            cell.means[Kind::number].number + Rational(1, 4'000'000'000);
      return cell;
    }
  }

  Random& random_;
  std::vector<Kind> kinds_;
  std::vector<bool> is_read_;
};

// The question as it is typed.
class Typist {
 public:
  explicit Typist(const Question& question) : q_(question) {}
  std::string write() const { return text(q_.test); }

 private:
  std::string column(std::size_t place, bool cast) const {
    const std::string name = quoted_name(kColumns[place].name);
    return cast ? fmt::format("{}({})", kWords[static_cast<int>(q_.kinds[place])], name)
                : name;
  }
  std::string literal(std::size_t place, const Cell& cell) const {
    const Meaning& meaning = cell.means.at(q_.kinds[place]);
    switch (q_.kinds[place]) {
      case Kind::number:
        return decimal_text(meaning.number);
      case Kind::text:
        return quoted_text(meaning.text);
      case Kind::moment: {
        const Rational whole = meaning.number.floor();
        const auto hour = (meaning.number - whole) * 24;
        const std::string date = day_text(static_cast<int>(*whole.to_int64()));
        if (hour == 0) return fmt::format("date '{}'", date);
        return fmt::format("'{} {:02}:00'", date, *hour.to_int64());
      }
      default:
        return meaning.number == 1 ? "true" : "false";
    }
  }
  std::string text(const Test& test) const {
    const std::string left = column(test.column, test.cast);
    std::vector<std::string> parts;
    switch (test.sort) {
      case Test::Sort::compare:
        return fmt::format("{} {} {}", left, kRelations[test.relation],
                           literal(test.column, test.values[0]));
      case Test::Sort::pair:
        return fmt::format("{} {} {}", left, kRelations[test.relation],
                           column(test.other, test.cast_other));
      case Test::Sort::list:
        for (const Cell& value : test.values)
          parts.push_back(literal(test.column, value));
        return fmt::format("{} in ({})", left, fmt::join(parts, ", "));
      case Test::Sort::missing:
        return left + " is null";
      case Test::Sort::negation:
        return "not (" + text(test.parts[0]) + ")";
      default:
        for (const Test& part : test.parts) parts.push_back("(" + text(part) + ")");
        return fmt::format(
            "{}", fmt::join(parts, test.sort == Test::Sort::all ? " and " : " or "));
    }
  }
  const Question& q_;
};

using Row = std::vector<Cell>;

class Judge {
 public:
  Judge(const Question& question, const Row& row) : q_(question), row_(row) {}
  bool keeps() const { return truth(q_.test) == 1; }

 private:
  const Meaning* meaning(std::size_t column) const {
    if (row_[column].missing) return nullptr;
    const auto found = row_[column].means.find(q_.kinds[column]);
    return found == row_[column].means.end() ? nullptr : &found->second;
  }
  static int known(bool value) { return value ? 1 : -1; }
  int truth(const Test& test) const {
    const Meaning* left = meaning(test.column);
    int result = 0;
    switch (test.sort) {
      case Test::Sort::compare:
        return left ? known(related(test.relation, order(*left, value(test, 0)))) : 0;
      case Test::Sort::pair: {
        const Meaning* right = meaning(test.other);
        return left && right ? known(related(test.relation, order(*left, *right))) : 0;
      }
      case Test::Sort::list:
        if (!left) return 0;
        for (std::size_t i = 0; i < test.values.size(); ++i)
          if (order(*left, value(test, i)) == 0) return 1;
        return -1;
      case Test::Sort::missing:
        return known(q_.is_read[test.column] ? left == nullptr
                                             : row_[test.column].missing);
      case Test::Sort::negation:
        return -truth(test.parts[0]);
      case Test::Sort::all:
        result = 1;
        for (const Test& part : test.parts) result = std::min(result, truth(part));
        return result;
      case Test::Sort::any:
        result = -1;
        for (const Test& part : test.parts) result = std::max(result, truth(part));
        return result;
    }
    return 0;
  }
  const Meaning& value(const Test& test, std::size_t i) const {
    return test.values[i].means.at(q_.kinds[test.column]);
  }
  const Question& q_;
  const Row& row_;
};

class WhereFormats : public TableFiles {
 protected:
  // Random tables in every format, typed and as text, and questions about each: the
  // rows that are kept are those of the judge.
  void expect_one_rule(std::uint64_t seed, int tables, int questions, int rows) {
    Random random(seed);
    int kept_some = 0, asked_all = 0;
    for (int table = 0; table < tables; ++table) {
      std::vector<Row> made;
      for (int i = 0; i < rows; ++i) made.push_back(random_row(random));
      const auto files = every_form(made);
      const Reading each = reading({column("id", fmt::format("0:{}:1", rows))});
      Asker asker(random);
      for (int i = 0; i < questions; ++i) {
        const Question question = asker.question();
        const std::string text = Typist(question).write();
        Counts expected(each.domain.cells(), 0);
        int kept = 0;
        for (int row = 0; row < rows; ++row)
          if (Judge(question, made[static_cast<std::size_t>(row)]).keeps())
            expected[static_cast<std::size_t>(row) + 1] = 1, ++kept;
        const TableOptions options{.where = *parse_predicate(text), .threads = 1};
        for (const std::string& file : files)
          ASSERT_EQ(counts(file, each, options), expected)
              << text << " in " << file << ", seed " << seed << ", table " << table;
        kept_some += kept > 0 && kept < rows ? 1 : 0;
        ++asked_all;
      }
    }
    EXPECT_GT(kept_some * 2, asked_all);  // else it proves little
  }

 private:
  static Row random_row(Random& random) {
    Row row;
    for (const Column& column : kColumns) {
      row.push_back(column.make(random));
      if (random() % 6 == 0) row.back() = {"", {}, true};
    }
    return row;
  }
  // CSV, JSON lines, Parquet and DuckDB with types, the last two as text too.
  std::vector<std::string> every_form(const std::vector<Row>& rows) {
    SampleTable typed{.columns = {{"id", "INTEGER"}}, .rows = {}};
    SampleTable texts = typed;
    for (const Column& column : kColumns) {
      typed.columns.push_back({column.name, column.type});
      texts.columns.push_back({column.name, "VARCHAR"});
    }
    std::string lines;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::vector<SampleField> fields = {std::to_string(i)};
      std::string line = fmt::format("{{\"id\":{}", i);
      for (std::size_t c = 0; c < kColumns.size(); ++c) {
        const Cell& cell = rows[i][c];
        fields.push_back(cell.missing ? std::nullopt : SampleField(cell.shown));
        line += fmt::format(",\"{}\":{}", kColumns[c].name, json(kColumns[c], cell));
      }
      lines += line + "}\n";
      typed.rows.push_back(fields);
      texts.rows.push_back(std::move(fields));
    }
    std::vector<std::string> files = {
        csv(texts), folder_.write(fmt::format("{}.jsonl", ++made_), lines)};
    for (const SampleTable& table : {typed, texts})
      for (std::string& file : engine_formats(table.sql())) files.push_back(file);
    return files;
  }
  // Numbers and truths as such where JSON has them.
  static std::string json(const Column& column, const Cell& cell) {
    if (cell.missing) return "null";
    const bool plain = column.kinds[0] == Kind::boolean ||
                       (column.type != "VARCHAR" && cell.means.contains(Kind::number) &&
                        cell.means.at(Kind::number).end == 0);
    return plain ? cell.shown : nlohmann::json(cell.shown).dump();
  }
};

}  // namespace selvage::where_formats
