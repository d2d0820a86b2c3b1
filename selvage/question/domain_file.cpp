#include "selvage/question/domain_file.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#define TOML_EXCEPTIONS 0
// Some texts that are not TOML break what toml++ 3.3 asserts of itself. They are
// refused below, and end nothing.
struct BrokenAssertion {};
constexpr void toml_assert(bool kept) {
  if (!kept) throw BrokenAssertion();
}
#define TOML_ASSERT(expr) toml_assert(static_cast<bool>(expr))
#include <toml++/toml.h>

#include "selvage/base/bounded_file.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/nearest_name.hpp"
#include "selvage/summary/date_format.hpp"

namespace selvage {
namespace {

using Names = std::vector<std::string>;

constexpr std::size_t kMostBytes = 1 << 26;  // four million keys of 16 letters

const Names& settings() {
  static const Names names = {
      "person", "rows_per_person", "cells_per_person", "rows_per_cell", "per_person",
      "ledger", "decimal",         "date_format",      "trim_blanks",   "columns"};
  return names;
}

std::string_view type_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "a text";
    case toml::node_type::integer:
      return "a whole number";
    case toml::node_type::floating_point:
      return "a number with a point";
    case toml::node_type::boolean:
      return "true or false";
    default:
      return "a date or time";
  }
}

// What to write instead of a word that is none of the names.
std::string meant(const Names& names, const std::string& word, const char* advice) {
  if (const auto nearest = nearest_name(names, word))
    return fmt::format("did you mean '{}'?", *nearest);
  return fmt::format("there are {}, and {}", fmt::join(names, ", "), advice);
}

class FileReader {
 public:
  explicit FileReader(const std::string& path) : path_(path) {}

  Result<DomainFile> run(const toml::table& root) {
    DomainFile file;
    for (const auto& [key, node] : in_order(root)) {
      const auto done = read_setting(*key, *node, file);
      if (!done) return done.error();
    }
    return file;
  }

  Error wrong(const toml::source_position& place, const std::string& why) const {
    return wrong_field(
        "domain", fmt::format("{}'{}' line {}: {}", where_, path_, place.line, why));
  }

 private:
  using Entry = std::pair<const toml::key*, const toml::node*>;

  // toml++ sorts a table by name; we want the lines as they stand.
  static std::vector<Entry> in_order(const toml::table& table) {
    std::vector<Entry> entries;
    for (const auto& [key, node] : table) entries.emplace_back(&key, &node);
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return a.first->source().begin < b.first->source().begin;
    });
    return entries;
  }

  Error wrong(const toml::key& key, const std::string& why) const {
    return wrong(key.source().begin, why);
  }

  Error wrong_type(const toml::key& key, const toml::node& node,
                   const std::string& instead) const {
    return wrong(
        key, fmt::format("{} is {}; write {}", key.str(), type_name(node), instead));
  }

  Outcome read_setting(const toml::key& key, const toml::node& node, DomainFile& file) {
    const std::string name(key.str());
    if (name == "person") return read_text(key, node, file.person);
    if (name == "rows_per_person") return read_count(key, node, file.rows_per_person);
    if (name == "cells_per_person") return read_count(key, node, file.cells_per_person);
    if (name == "rows_per_cell") return read_count(key, node, file.rows_per_cell);
    if (name == "per_person")
      return read_choice(key, node, {"sum", "first"}, file.per_person);
    if (name == "ledger") {
      auto done = read_text(key, node, file.ledger);
      if (done) file.ledger = beside(*file.ledger);
      return done;
    }
    if (name == "decimal") return read_choice(key, node, {".", ","}, file.decimal);
    if (name == "date_format") {
      auto done = read_text(key, node, file.date_format);
      if (!done) return done;
      const auto format = DateFormat::parse(*file.date_format);
      return format ? Outcome(Done{}) : wrong(key, format.error().message);
    }
    if (name == "trim_blanks") {
      const auto trim = node.value_exact<bool>();
      file.trim = trim.value_or(false);
      return trim ? Outcome(Done{}) : wrong_type(key, node, "true or false");
    }
    if (name == "columns") return read_columns(key, node, file);
    return wrong(key, fmt::format("there is no setting '{}'; {}", name,
                                  meant(settings(), name,
                                        "columns stand below a line [columns]")));
  }

  // A file named in this one, from where this one lies.
  std::string beside(const std::string& file) const {
    return (std::filesystem::path(path_).parent_path() / file).string();
  }

  Outcome read_text(const toml::key& key, const toml::node& node,
                    std::optional<std::string>& result) const {
    result = node.value_exact<std::string>();
    if (!result)
      return wrong_type(key, node, fmt::format("a text: {} = \"...\"", key.str()));
    if (result->empty())
      return wrong(
          key, fmt::format("{} is empty; write it or leave the line out", key.str()));
    return Done{};
  }

  Outcome read_count(const toml::key& key, const toml::node& node,
                     std::optional<std::int64_t>& result) const {
    result = node.value_exact<std::int64_t>();
    if (!result)
      return wrong_type(key, node, fmt::format("a whole number: {} = 3", key.str()));
    if (*result < 1)
      return wrong(key, fmt::format("{} is {}; write a whole number of at least 1",
                                    key.str(), *result));
    return Done{};
  }

  Outcome read_choice(const toml::key& key, const toml::node& node,
                      const Names& choices, std::optional<std::string>& result) const {
    auto done = read_text(key, node, result);
    if (!done || std::count(choices.begin(), choices.end(), *result) == 1) return done;
    return wrong(key, fmt::format("{} is '{}'; write \"{}\" or \"{}\"", key.str(),
                                  *result, choices[0], choices[1]));
  }

  Outcome read_columns(const toml::key& key, const toml::node& node, DomainFile& file) {
    if (!node.is_table())
      return wrong_type(key, node,
                        "a line [columns] and below it NAME = \"LO:HI:STEP\"");
    for (const auto& [name, what] : in_order(*node.as_table())) {
      DomainFile::Column column{std::string(name->str()), std::nullopt, false};
      if (column.name.empty()) return wrong(*name, "a column has no name; write one");
      where_ = fmt::format("column '{}' in ", column.name);
      auto done = read_column(*name, *what, column);
      if (!done) return done;
      where_.clear();
      file.columns.push_back(std::move(column));
    }
    return Done{};
  }

  Outcome read_column(const toml::key& key, const toml::node& node,
                      DomainFile::Column& column) const {
    // Else `person` in a wrong line would be a column with one key, and nobody's rows
    // would belong together.
    if (!node.is_table() && !node.is_array() &&
        std::count(settings().begin(), settings().end(), column.name) == 1)
      return wrong(key,
                   fmt::format("this line is below [columns]; write it above if it "
                               "is a setting, {} = {{ values = ... }} if it is a "
                               "column",
                               column.name));
    if (!node.is_table()) return read_values(key, node, column);
    const auto entries = in_order(*node.as_table());
    if (entries.empty())
      return wrong(key, "it says nothing; write values, missing, bounds or step");
    for (const auto& [part, what] : entries) {
      auto done = read_part(*part, *what, column);
      if (!done) return done;
    }
    return Done{};
  }

  Outcome read_part(const toml::key& key, const toml::node& node,
                    DomainFile::Column& column) const {
    static const Names parts = {"values", "missing", "bounds", "step"};
    const std::string name(key.str());
    if (name == "values") return read_values(key, node, column);
    if (name == "bounds") return read_text(key, node, column.bounds);
    if (name == "step") return read_text(key, node, column.step);
    if (name == "missing") {
      std::optional<std::string> missing;
      auto done = read_choice(key, node, {"cell", "drop"}, missing);
      column.drop_missing = missing == "drop";
      return done;
    }
    return wrong(key, fmt::format("a column has no '{}'; {}", name,
                                  meant(parts, name,
                                        "a name with a dot in it stands in quotes")));
  }

  Outcome read_values(const toml::key& key, const toml::node& node,
                      DomainFile::Column& column) const {
    if (node.is_array()) return read_keys(key, *node.as_array(), column);
    auto text = node.value_exact<std::string>();
    if (!text)
      return wrong_type(key, node, "a text like \"0:100:10\" or [\"a\", \"b\"]");
    if (text->starts_with('@')) text = "@" + beside(text->substr(1));
    auto values = parse_values(*text);
    if (!values) return wrong(key, values.error().message);
    column.values = *std::move(values);
    return Done{};
  }

  // An array may hold keys that "a,b" cannot: with commas, with colons.
  Outcome read_keys(const toml::key& key, const toml::array& array,
                    DomainFile::Column& column) const {
    Names keys;
    std::set<std::string> seen;
    for (const toml::node& node : array) {
      const auto text = node.value_exact<std::string>();
      const auto place = node.source().begin;
      if (!text)
        return wrong(place, fmt::format("key {} is {}; write a text in quotes",
                                        keys.size() + 1, type_name(node)));
      if (text->empty())
        return wrong(place,
                     fmt::format("key {} is empty; leave it out", keys.size() + 1));
      if (!seen.insert(*text).second)
        return wrong(
            place,
            fmt::format("the key '{}' stands there twice; write it once", *text));
      keys.push_back(*text);
    }
    if (keys.empty())
      return wrong(key, "there is no key; write for example [\"a\", \"b\"]");
    if (keys.size() > KeyList::kMaxKeys)
      return wrong(key, fmt::format("there are {} keys and the most is {}; leave out "
                                    "keys: their rows are counted as 'other'",
                                    keys.size(), KeyList::kMaxKeys));
    column.values = KeyList::of(keys);
    return Done{};
  }

  std::string path_;
  std::string where_;  // "column 'age' in ", while one is read
};

Result<std::string> read_bytes(const std::string& path) {
  auto bytes = read_bounded(path, kMostBytes);
  if (!bytes)
    return wrong_field("domain",
                       fmt::format("cannot read the domain file '{}': {}; name a TOML "
                                   "file",
                                   path, bytes.error().message));
  return bytes;
}

// Every dot in a name is a table in a table, and these are destroyed by recursion.
constexpr std::size_t kMostDots = 1000;

bool has_too_many_dots(const std::string& text) {
  std::size_t dots = 0;
  for (const char c : text) {
    if (c == '\n' || c == '=') dots = 0;
    if (c == '.' && ++dots > kMostDots) return true;
  }
  return false;
}

}  // namespace

const DomainFile::Column* DomainFile::find(const std::string& name) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const Column& c) { return c.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

Result<DomainFile> read_domain_file(const std::string& path) {
  const auto bytes = read_bytes(path);
  if (!bytes) return bytes.error();
  if (has_too_many_dots(*bytes))
    return wrong_field(
        "domain",
        fmt::format("'{}' is not a domain file: a name in it has more than {} dots",
                    path, kMostDots));
  try {
    const toml::parse_result parsed = toml::parse(*bytes);
    FileReader reader(path);
    if (parsed) return reader.run(parsed.table());
    const toml::source_position place = parsed.error().source().begin;
    return reader.wrong(place, fmt::format("from character {} it is not TOML: {}",
                                           place.column, parsed.error().description()));
  } catch (const BrokenAssertion&) {
    return wrong_field("domain", fmt::format("'{}' is not TOML", path));
  }
}

}  // namespace selvage
