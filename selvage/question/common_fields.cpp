#include "selvage/question/common_fields.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/summary/predicate_parse.hpp"

namespace selvage {
namespace {

// The ends of what looks like a range, as one key hardly does: "0-10", "0..10".
std::optional<std::pair<std::string, std::string>> range_like(const std::string& key) {
  for (const std::string_view between : {"..", "-", "–"}) {
    const auto at = key.find(between, 1);
    if (at == std::string::npos) continue;
    const std::string low = key.substr(0, at), high = key.substr(at + between.size());
    const auto first = Rational::parse(low), last = Rational::parse(high);
    if (first && last && *first < *last) return std::pair(low, high);
  }
  return std::nullopt;
}

// "NAME=DOMAIN", or the name of a column that the domain file describes.
Result<DomainColumn> parse_column(const std::string& field, const std::string& text,
                                  const std::optional<DomainFile>& file) {
  // The last '=': a name may hold one, and of a domain only a key may.
  const auto equals = text.rfind('=');
  if (equals == std::string::npos) {
    const auto* known = file ? file->find(text) : nullptr;
    if (known != nullptr && known->values)
      return DomainColumn{text, *known->values, known->drop_missing};
    return wrong_field(
        field,
        fmt::format("`{}` '{}' names no bins or keys{}; write NAME=LO:HI:STEP, "
                    "NAME=a,b,c, NAME=@FILE or NAME=?, for example {}",
                    field, text, file ? ", and the domain file has none for it" : "",
                    kExampleColumn),
        kExampleColumn);
  }
  if (equals == 0 || equals + 1 == text.size())
    return wrong_field(
        field,
        fmt::format("`{}` '{}' names no {}; write NAME=LO:HI:STEP, NAME=a,b,c, "
                    "NAME=@FILE or NAME=?, for example {}",
                    field, text, equals == 0 ? "column" : "bins or keys",
                    kExampleColumn),
        kExampleColumn);
  auto values = parse_values(text.substr(equals + 1));
  if (!values) return said_of(field, values.error(), kExampleColumn);
  const std::string name = text.substr(0, equals);
  if (const auto range = range_like(text.substr(equals + 1)))
    return wrong_field(
        field, fmt::format("`{0}` '{1}' names one key, '{2}', that looks like a range; "
                           "for bins write {3}={4}:{5}:STEP; a key of this text stands "
                           "in a file, {3}=@FILE",
                           field, text, text.substr(equals + 1), name, range->first,
                           range->second));
  const auto* known = file ? file->find(name) : nullptr;
  return DomainColumn{name, *std::move(values),
                      known != nullptr && known->drop_missing};
}

constexpr std::int64_t kMostRows = 1'000'000;

// Caps of the file, and of the question before these. Those that nobody gave follow.
Outcome read_caps(const Asked& asked, const std::optional<DomainFile>& file,
                  Person& person) {
  std::optional<std::int64_t> rows, cells;
  if (file) {
    rows = file->rows_per_person;
    cells = file->cells_per_person;
    person.rows_in_cell = file->rows_per_cell;
  }
  for (const auto& [field, cap] :
       {std::pair("rows_per_person", &rows), std::pair("cells_per_person", &cells),
        std::pair("rows_per_cell", &person.rows_in_cell)}) {
    const auto whole = asked.whole(field, kMostRows);
    if (!whole) return whole.error();
    if (*whole) *cap = **whole;
  }
  // One cap of rows and cells is meant for both; without any a person counts once, or
  // has as many rows as one cell may hold.
  const std::int64_t in_cell = person.rows_in_cell.value_or(1);
  person.cells = cells ? *cells : rows.value_or(1);
  person.rows = rows ? *rows : person.cells * in_cell;
  if (person.rows > kMostRows && !rows)
    return wrong_field(
        "rows_per_cell",
        fmt::format("`rows_per_cell` {} in `cells_per_person` {} are more than {} rows "
                    "of a person; write smaller caps, or `rows_per_person` too",
                    in_cell, person.cells, kMostRows));
  return Done{};
}

}  // namespace

Result<Person> asked_person(const Asked& asked, const std::optional<DomainFile>& file) {
  Person person;
  const auto given = asked.text("person");
  const auto column = given ? given : file ? file->person : std::nullopt;
  if (!column) {
    for (const char* field :
         {"rows_per_person", "cells_per_person", "rows_per_cell", "per_person"})
      if (asked.has(field))
        return wrong_field(
            "person",
            fmt::format("`{}` needs to know who a person is; add `person` COLUMN",
                        field));
    if (file && (file->rows_per_person || file->cells_per_person ||
                 file->rows_per_cell || file->per_person))
      return wrong_field(
          "person",
          "the domain file has caps and no person; add person = \"COLUMN\" to it, or "
          "`person` COLUMN");
    return person;
  }
  if (column->empty()) return wrong_field("person", "`person` names no column");
  if (!is_utf8(*column))
    return wrong_field("person", "`person` is not the UTF-8 name of a column");
  person.column = *column;
  if (const auto capped = read_caps(asked, file, person); !capped)
    return capped.error();
  const auto said = asked.text("per_person");
  const auto how = said ? said : file ? file->per_person : std::nullopt;
  if (how && *how != "sum" && *how != "first")
    return wrong_field(
        "per_person",
        fmt::format("`per_person` '{}' is not one of sum (all kept rows count) and "
                    "first (one row in each cell)",
                    *how),
        "first");
  if (how == "first") person.per_person = PerPerson::first;
  if (how == "first" && person.rows_in_cell.value_or(1) > 1)
    return wrong_field(
        "per_person",
        fmt::format("`per_person` first keeps one row of a person in each cell, and "
                    "`rows_per_cell` {} keeps more; leave one of them out",
                    *person.rows_in_cell),
        "sum");
  return person;
}

std::vector<Field> common_fields() {
  return {{"confidence", "NUMBER", "the probability that an error bar holds (0.95)"},
          {"where", "TEST", "only rows for which it is true, as \"age >= 18\""},
          {"person",
           "COLUMN",
           "the column that says who a person is (every row)",
           false,
           {"privacy_unit_column", "privacy_unit"}},
          {"rows_per_person",
           "M",
           "at most that many rows of one person count (G*R or 1)",
           false,
           {"max_rows_contributed", "max_contributions"}},
          {"cells_per_person",
           "G",
           "in at most that many cells (M)",
           false,
           {"max_groups_contributed", "max_partitions_contributed"}},
          {"rows_per_cell",
           "R",
           "at most that many of these in one cell (M)",
           false,
           {"max_rows_per_group", "max_contributions_per_group",
            "max_contributions_per_partition"}},
          {"per_person", "WORD", "sum: all kept rows count; first: one in each cell"},
          {"domain", "FILE.toml", "what is public, written once"},
          {"decimal", "SIGN", "the sign before decimals in texts: . or , (.)"},
          {"date_format", "FORMAT", "how texts write dates, as %d/%m/%Y (ISO 8601)"},
          {"trim_blanks", "", "blanks around texts do not count"},
          {"people", "N", "for plans: a guess at the number of people (10000)"}};
}

Result<std::optional<DomainFile>> asked_domain_file(const Asked& asked) {
  const auto path = asked.text("domain");
  if (!path) return std::optional<DomainFile>();
  auto read = read_domain_file(*path);
  if (!read) return read.error();
  return std::optional(*std::move(read));
}

Result<Dialect> asked_dialect(const Asked& asked,
                              const std::optional<DomainFile>& file) {
  Dialect dialect;
  const auto given = asked.text("decimal");
  const auto decimal = given ? given : file ? file->decimal : std::nullopt;
  if (decimal && *decimal != "." && *decimal != ",")
    return wrong_field(
        "decimal",
        fmt::format("`decimal` '{}' is not one of . and , (the sign before decimals)",
                    utf8_part(*decimal)),
        ",");
  dialect.decimal_comma = decimal == ",";
  const auto said = asked.text("date_format");
  if (const auto text = said ? said : file ? file->date_format : std::nullopt) {
    auto format = DateFormat::parse(*text);
    if (!format) return format.error();
    dialect.date_format = *std::move(format);
  }
  dialect.trim = asked.has("trim_blanks") || (file && file->trim);
  return dialect;
}

Result<Domain> asked_domain(const Asked& asked, const std::string& field,
                            const std::optional<DomainFile>& file) {
  std::vector<DomainColumn> columns;
  for (const std::string& column : asked.texts(field)) {
    auto parsed = parse_column(field, column, file);
    if (!parsed) return parsed.error();
    columns.push_back(*std::move(parsed));
  }
  return Domain::make(std::move(columns));
}

Result<std::optional<Predicate>> asked_where(const Asked& asked) {
  const auto text = asked.text("where");
  if (!text) return std::optional<Predicate>();
  auto where = parse_predicate(*text);
  if (!where) return where.error();
  return std::optional(*std::move(where));
}

Result<Rational> asked_confidence(const Asked& asked) {
  const auto confidence = asked.number("confidence", "0.95");
  if (!confidence) return confidence.error();
  if (!*confidence) return Rational(19, 20);
  if ((*confidence)->sign() <= 0 || **confidence >= 1)
    return wrong_field("confidence",
                       fmt::format("`confidence` {} is not between 0 and 1; write 0.95",
                                   (*confidence)->short_text()),
                       "0.95");
  return **confidence;
}

Result<std::int64_t> asked_people(const Asked& asked) {
  const auto people = asked.whole("people", kMostPeople);
  if (!people) return people.error();
  return people->value_or(10'000);
}

Result<std::int64_t> asked_public_people(const Asked& asked) {
  if (!asked.has("people"))
    return wrong_field("people",
                       asked.text("mechanism").value_or("this") +
                           " needs the number of people, which is public then; write "
                           "how many the table is known to have, `people` 1000",
                       "1000");
  return asked_people(asked);
}

Result<AskedUnit> asked_unit(const Asked& asked) {
  const auto given = asked.text("unit");
  const auto text = given ? given : asked.text(std::string(kDeclared) + "unit");
  if (!text) return AskedUnit{};
  if (const auto moments = MomentUnit::parse(*text))
    return AskedUnit{.moments = moments};
  const auto number = CodeUnit::parse(*text);
  if (!number)
    return wrong_field("unit",
                       fmt::format("`unit` '{}' is neither a number nor one of {}; "
                                   "write for example 0.01, or day",
                                   utf8_part(*text), MomentUnit::kWords),
                       "0.01");
  return AskedUnit{.number = *number};
}

Result<AskedUnit> asked_decimal_unit(const Asked& asked) {
  auto unit = asked_unit(asked);
  if (!unit || !unit->number) return unit;
  const bool real = unit->number->halvings().has_value();
  if (asked.has("unit") && (real || unit->number->exponent != 0))
    return wrong_field("unit",
                       fmt::format("`unit` {} is not a power of ten alone, and this "
                                   "statistic needs one; write for example 0.01",
                                   unit->number->text()),
                       "0.01");
  if (real) unit->number.reset();
  if (unit->number) unit->number->exponent = 0;
  return unit;
}

Result<Rational> asked_epsilon(const Asked& asked) {
  const auto epsilon = asked.number("epsilon", "1");
  if (!epsilon) return epsilon.error();
  if (!*epsilon)
    return wrong_field("epsilon", "`epsilon` NUMBER is missing; write for example 1",
                       "1");
  return **epsilon;
}

}  // namespace selvage
