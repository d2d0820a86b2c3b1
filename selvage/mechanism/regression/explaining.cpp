#include "selvage/mechanism/regression/explaining.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"

namespace selvage {
namespace {

constexpr const char* kExample = "age,tenure";
constexpr const char* kKeyedExample = "department=schools,fire";

std::vector<std::string> words_in(const std::string& list) {
  std::vector<std::string> words;
  std::size_t from = 0;
  for (std::size_t comma = list.find(','); comma != std::string::npos;
       comma = list.find(',', from)) {
    words.push_back(list.substr(from, comma - from));
    from = comma + 1;
  }
  words.push_back(list.substr(from));
  return words;
}

const KeyList& keys_of(const DomainColumn& column) {
  return std::get<KeyList>(column.values);
}

Result<DomainColumn> keyed_column(const std::string& name, const std::string& keys) {
  if (keys == "?" || keys.starts_with('@') || keys.find('=') != std::string::npos ||
      keys.find(':') != std::string::npos)
    return wrong_field("x",
                       fmt::format("`x` {}={} lists no keys; write the keys "
                                   "themselves, without '=' and ':', for example {}",
                                   name, keys, kKeyedExample),
                       kKeyedExample);
  auto list = KeyList::parse(keys);
  if (!list) {
    const std::string& why = list.error().message;
    return wrong_field("x",
                       fmt::format("`x` names {} with {}; write for example {}", name,
                                   why.substr(0, why.find("; write")), kKeyedExample),
                       kKeyedExample);
  }
  return DomainColumn{name, *std::move(list), true};
}

Outcome add_text(const std::string& text, Explaining& x) {
  if (!is_utf8(text))
    return wrong_field("x", "`x` is not a list of names in UTF-8", kExample);
  std::string name, keys;
  const auto end_keys = [&]() -> Outcome {
    if (name.empty()) return Done{};
    auto column = keyed_column(name, keys);
    if (!column) return column.error();
    x.keyed.push_back(*std::move(column));
    return Done{};
  };
  for (const std::string& word : words_in(text)) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos && name.empty()) {
      x.numbers.push_back(word);
    } else if (equals == std::string::npos) {
      keys += ',' + word;
    } else {
      if (auto done = end_keys(); !done) return done;
      name = word.substr(0, equals);
      keys = word.substr(equals + 1);
      if (name.empty())
        return wrong_field("x",
                           fmt::format("`x` has keys without the name of a column "
                                       "before '='; write for example {}",
                                       kKeyedExample),
                           kKeyedExample);
    }
  }
  return end_keys();
}

// Tables and JSON say ends and units of a number behind its name.
std::optional<Error> fault_of_shared_words(const Explaining& x) {
  const std::vector<std::string> names = x.names();
  for (const std::string& name : names)
    for (const char* behind : {"_interval", "_units", "_lower", "_upper", "_known"})
      if (std::find(names.begin(), names.end(), name + behind) != names.end())
        return wrong_field(
            "x",
            fmt::format("`x` names '{0}' and '{0}{1}', and an answer could not tell "
                        "the second from the {2} of the first; rename one of them",
                        name, behind, behind + 1),
            kExample);
  return std::nullopt;
}

}  // namespace

std::size_t Explaining::slopes() const {
  std::size_t all = numbers.size();
  for (const DomainColumn& column : keyed) all += keys_of(column).size();
  return all;
}

std::vector<std::string> Explaining::names() const {
  std::vector<std::string> all = numbers;
  for (const DomainColumn& column : keyed)
    for (std::size_t i = 0; i < keys_of(column).size(); ++i)
      all.push_back(fmt::format("{}={}", column.name, keys_of(column).key(i)));
  return all;
}

std::string Explaining::text() const {
  std::vector<std::string> all = numbers;
  for (const DomainColumn& column : keyed)
    all.push_back(fmt::format("{}={}", column.name, column.text()));
  return fmt::format("{}", fmt::join(all, ","));
}

Result<Explaining> parse_explaining(const std::vector<std::string>& texts) {
  Explaining x;
  for (const std::string& text : texts)
    if (const auto done = add_text(text, x); !done) return done.error();
  return x;
}

std::optional<Error> fault_of(const Question& question, const Explaining& x,
                              std::int64_t most) {
  if (x.slopes() == 0)
    return wrong_field("x", "`x` names no column; write the columns that explain",
                       kExample);
  std::vector<std::string> columns = x.numbers;
  for (const DomainColumn& column : x.keyed) columns.push_back(column.name);
  std::set<std::string> seen;
  for (const std::string& column : columns) {
    if (column.empty())
      return wrong_field("x", "`x` has an empty name; write for example age,tenure",
                         kExample);
    if (column == question.column)
      return wrong_field("x",
                         fmt::format("`x` names '{}', which is `y`; leave it out of "
                                     "one of them",
                                     column),
                         kExample);
    if (!seen.insert(column).second)
      return wrong_field(
          "x", fmt::format("`x` names '{}' twice; write it once", column), kExample);
  }
  if (auto fault = fault_of_shared_words(x)) return fault;
  if (std::ssize(x.names()) + 1 > most)
    return wrong_field(
        "x",
        fmt::format("`x` has {} columns, each key counted as one, and such a "
                    "regression has at most {} coefficients with the intercept; write "
                    "at most {}",
                    x.slopes(), most, most - 1),
        kExample);
  return std::nullopt;
}

std::optional<std::string> keys_warning(const Explaining& x) {
  if (x.keyed.empty()) return std::nullopt;
  return "a slope of a key compares its rows with those that have none of the keys of "
         "its column; where every row has one of them there is no answer, and rows "
         "without a value are left out";
}

std::vector<std::string> number_columns(const Question& question, const Explaining& x) {
  std::vector<std::string> all = {question.column};
  all.insert(all.end(), x.numbers.begin(), x.numbers.end());
  return all;
}

Reading explaining_reading(const Question& question, const Explaining& x,
                           const ValueUnits& units) {
  const auto grid = [&](const std::string& column) {
    return *Grid::codes(units.of(column));
  };
  Reading reading{*Domain::make(x.keyed),
                  Measure{question.column, grid(question.column)}, question.person};
  reading.person.per_person = PerPerson::all;
  for (const std::string& column : x.numbers)
    reading.beside.push_back({column, grid(column)});
  return reading;
}

}  // namespace selvage
