#include "selvage/engine/stored_answer.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/bounded_json.hpp"
#include "selvage/base/canonical_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/whole_number.hpp"
#include "selvage/release/read_release.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

bool is_unknown(const DomainColumn& column) {
  return std::holds_alternative<UnknownKeys>(column.values);
}

// The keys of the columns where they are not known; null for the others.
std::optional<std::vector<std::vector<std::string>>> keys_of(const Domain& asked,
                                                             const Json& json) {
  const auto& columns = asked.columns();
  if (!json.is_array() || json.size() != columns.size()) return std::nullopt;
  std::vector<std::vector<std::string>> all;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (is_unknown(columns[c]) != json[c].is_array()) return std::nullopt;
    if (!is_unknown(columns[c])) continue;
    auto& keys = all.emplace_back();
    for (const Json& key : json[c]) {
      if (!key.is_string()) return std::nullopt;
      keys.push_back(key.get<std::string>());
    }
  }
  return all;
}

Json keys_json(const Domain& asked, const Drawn& drawn) {
  Json json = Json::array();
  std::size_t unknown = 0;
  for (const DomainColumn& column : asked.columns())
    json.push_back(is_unknown(column) ? Json(drawn.keys[unknown++]) : Json(nullptr));
  return json;
}

std::optional<std::vector<std::int64_t>> numbers_of(const Json& json) {
  if (!json.is_array()) return std::nullopt;
  std::vector<std::int64_t> numbers;
  numbers.reserve(json.size());
  for (const Json& number : json) {
    const auto read = whole_number(number);
    if (!read) return std::nullopt;
    numbers.push_back(*read);
  }
  return numbers;
}

// The cells that are listed, rising; all of them where there is no list.
std::optional<std::vector<std::uint64_t>> places_of(const Json& json,
                                                    const Domain& domain) {
  if (json.is_null()) {
    if (domain.cells() > Domain::kMaxCells) return std::nullopt;
    std::vector<std::uint64_t> all(domain.cells());
    std::iota(all.begin(), all.end(), std::uint64_t{0});
    return all;
  }
  const auto cells = numbers_of(json);
  if (!cells || !std::is_sorted(cells->begin(), cells->end()) ||
      (!cells->empty() && (cells->front() < 0 || static_cast<std::uint64_t>(
                                                     cells->back()) >= domain.cells())))
    return std::nullopt;
  return std::vector<std::uint64_t>(cells->begin(), cells->end());
}

// Most counts are the noisy numbers with one bound for all: then these need not be kept
// once more.
Estimate by_one_bound(std::int64_t noisy, std::int64_t bound) {
  return {noisy, std::max<std::int64_t>(0, noisy - bound),
          std::max<std::int64_t>(0, noisy + bound)};
}

bool has_one_bound(const Release& release) {
  const auto& rows = release.answer.numbers[0].rows;
  const auto& noisy = release.drawn.numbers;
  if (!release.error || release.answer.numbers.size() > 1 || noisy.empty() ||
      noisy[0].size() != rows.size())
    return false;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] != by_one_bound(noisy[0][i], release.error->bound)) return false;
  return true;
}

// Everything that a release says, with no cell of its answer and no place in a ledger.
Json without_cells(const Release& release) {
  Json json = without_answer(release, NumberForm::json);
  json["ledger"] = nullptr;
  return json;
}

template <class Value, class Number>
void add_list(std::string& text, const std::vector<Value>& values,
              const Number& number) {
  text += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ',';
    const fmt::format_int digits(number(values[i]));
    text.append(digits.data(), digits.size());
  }
  text += ']';
}

std::string shown_text(const Series& series) {
  std::string text;
  const auto add = [&](const char* name, std::int64_t Estimate::*part) {
    text += name;
    add_list(text, series.rows, [&](const Estimate& number) { return number.*part; });
  };
  add(R"({"lower":)", &Estimate::lower);
  std::vector<std::size_t> unknown;
  for (std::size_t i = 0; i < series.rows.size(); ++i)
    if (!series.rows[i].known) unknown.push_back(i);
  text += R"(,"unknown":)";
  add_list(text, unknown, [](std::size_t place) { return place; });
  add(R"(,"upper":)", &Estimate::upper);
  add(R"(,"value":)", &Estimate::value);
  return text + "}";
}

// The rows that shown_text() wrote; false where it did not.
bool read_shown(const Json& json, std::size_t rows, Series& series) {
  if (!json.is_object()) return false;
  std::vector<std::vector<std::int64_t>> parts;
  for (const char* name : {"value", "lower", "upper"}) {
    auto numbers = numbers_of(json.value(name, Json()));
    if (!numbers || numbers->size() != rows) return false;
    parts.push_back(*std::move(numbers));
  }
  for (std::size_t i = 0; i < rows; ++i)
    series.rows.push_back({parts[0][i], parts[1][i], parts[2][i]});
  const auto unknown = numbers_of(json.value("unknown", Json()));
  if (!unknown) return false;
  for (const std::int64_t place : *unknown) {
    const auto at = static_cast<std::size_t>(place);
    if (place < 0 || at >= rows) return false;
    series.rows[at].known = false;
  }
  return true;
}

}  // namespace

std::string stored_text(const Release& release) {
  const Drawn& drawn = release.drawn;
  // Canonical JSON, but long lists are written as they are: a tree of them is slow.
  std::string text = R"({"cells":)";
  // All cells in their order need no list.
  if (drawn.cells.size() == release.answer.domain.cells())
    text += "null";
  else
    add_list(text, drawn.cells, [](std::uint64_t cell) { return cell; });
  text += R"(,"keys":)" + canonical_json(keys_json(release.question.domain, drawn)) +
          R"(,"numbers":[)";
  for (std::size_t n = 0; n < drawn.numbers.size(); ++n) {
    text += n == 0 ? "" : ",";
    add_list(text, drawn.numbers[n], [](std::int64_t number) { return number; });
  }
  text += "]";
  if (!is_shown_later(release)) return text + "}";
  text += R"(,"release":)" + canonical_json(without_cells(release)) + R"(,"shown":)";
  if (has_one_bound(release)) return text + "null}";
  const auto& numbers = release.answer.numbers;
  if (numbers.size() == 1) return text + shown_text(numbers[0]) + "}";
  for (std::size_t i = 0; i < numbers.size(); ++i)
    text += (i == 0 ? "[" : ",") + shown_text(numbers[i]);
  return text + "]}";
}

Error damaged_answer() {
  return {ErrorKind::unverified,
          "the ledger holds an answer to this question that cannot be read"};
}

bool is_shown_later(const Release& release) {
  return release.answer.cells.size() <= kMostShownLater;
}

std::string not_shown_later() {
  return fmt::format(
      "the ledger keeps the noisy numbers only, since there are more than {} cells: "
      "'selvage show' cannot show this release again; write it to a file",
      kMostShownLater);
}

Result<Release> read_stored_release(const std::string& text) {
  const auto json = parse_bounded_json(text);
  if (!json || !json->is_object()) return damaged_answer();
  if (!json->contains("release") || !json->contains("shown"))
    return wrong(
        fmt::format("the ledger keeps only the noisy numbers of this entry, "
                    "since it has more than {} cells",
                    kMostShownLater));
  auto release = read_release((*json)["release"]);
  if (!release) return release.error();
  const Json& shown = (*json)["shown"];
  if (!json->contains("cells") || !release->answer.cells.empty())
    return damaged_answer();
  auto cells = places_of((*json)["cells"], release->answer.domain);
  if (!cells) return damaged_answer();
  auto& series = release->answer.numbers;
  if (shown.is_null()) {
    const Json numbers = json->value("numbers", Json::array());
    const bool there = numbers.is_array() && !numbers.empty();
    const auto noisy = numbers_of(there ? numbers[0] : Json());
    if (!noisy || noisy->size() != cells->size() || !release->error)
      return damaged_answer();
    if (series.size() != 1) return damaged_answer();
    for (const std::int64_t number : *noisy)
      series[0].rows.push_back(by_one_bound(number, release->error->bound));
    release->answer.cells = *std::move(cells);
    return release;
  }
  const bool several = series.size() > 1;
  if (several && (!shown.is_array() || shown.size() != series.size()))
    return damaged_answer();
  for (std::size_t i = 0; i < series.size(); ++i)
    if (!read_shown(several ? shown[i] : shown, cells->size(), series[i]))
      return damaged_answer();
  release->answer.cells = *std::move(cells);
  return release;
}

Result<Drawn> read_stored(const Domain& asked, const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("cells") || !json.contains("keys") ||
      !json.contains("numbers") || !json["numbers"].is_array())
    return damaged_answer();
  auto keys = keys_of(asked, json["keys"]);
  if (!keys) return damaged_answer();
  Drawn drawn{{}, *std::move(keys), {}};
  auto cells = places_of(json["cells"], released_domain(asked, drawn));
  if (!cells) return damaged_answer();
  drawn.cells = *std::move(cells);
  for (const Json& number : json["numbers"]) {
    auto values = numbers_of(number);
    if (!values || values->size() != drawn.cells.size()) return damaged_answer();
    drawn.numbers.push_back(*std::move(values));
  }
  return drawn;
}

}  // namespace selvage
