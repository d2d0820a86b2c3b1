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

Error damaged() {
  return {ErrorKind::unverified,
          "the ledger holds an answer to this question that cannot be read"};
}

// The domain with the released keys in the place of the unknown ones.
std::optional<Domain> released_domain(const CellsPlan& plan, const Json& keys) {
  std::vector<DomainColumn> columns = plan.reading.domain.columns();
  if (!keys.is_array() || keys.size() != columns.size()) return std::nullopt;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (is_unknown(columns[c]) != keys[c].is_array()) return std::nullopt;
    if (!is_unknown(columns[c])) continue;
    std::vector<std::string> labels;
    for (const Json& key : keys[c]) {
      if (!key.is_string()) return std::nullopt;
      labels.push_back(key.get<std::string>());
    }
    columns[c].values = KeyList::of(labels);
  }
  if (!plan.reading.domain.has_unknown_keys()) return plan.reading.domain;
  return Domain::of_released(std::move(columns));
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
ReleasedNumber by_one_bound(std::int64_t noisy, std::int64_t bound) {
  return {noisy, std::max<std::int64_t>(0, noisy - bound),
          std::max<std::int64_t>(0, noisy + bound)};
}

bool has_one_bound(const Release& release, const CellsAnswer& answer) {
  if (!release.error || answer.numbers.empty() ||
      answer.numbers[0].size() != release.cells.size())
    return false;
  for (std::size_t i = 0; i < release.cells.size(); ++i) {
    const ReleasedNumber& number = release.cells[i].number;
    const auto plain = by_one_bound(answer.numbers[0][i], release.error->bound);
    if (!number.known || number.value != plain.value || number.lower != plain.lower ||
        number.upper != plain.upper)
      return false;
  }
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

}  // namespace

std::string stored_text(const CellsPlan& plan, const CellsAnswer& answer,
                        const Release& release) {
  Json keys = Json::array();
  for (std::size_t c = 0; c < plan.reading.domain.columns().size(); ++c) {
    keys.push_back(nullptr);
    if (!is_unknown(plan.reading.domain.columns()[c])) continue;
    const auto& released = std::get<KeyList>(answer.domain.columns()[c].values);
    keys.back() = Json::array();
    for (std::size_t i = 0; i < released.size(); ++i)
      keys.back().push_back(std::string(released.key(i)));
  }
  // Canonical JSON, but long lists are written as they are: a tree of them is slow.
  std::string text = R"({"cells":)";
  // All cells in their order need no list.
  if (answer.cells.size() == answer.domain.cells())
    text += "null";
  else
    add_list(text, answer.cells, [](std::uint64_t cell) { return cell; });
  text += R"(,"keys":)" + canonical_json(keys) + R"(,"numbers":[)";
  for (std::size_t n = 0; n < answer.numbers.size(); ++n) {
    text += n == 0 ? "" : ",";
    add_list(text, answer.numbers[n], [](std::int64_t number) { return number; });
  }
  text += "]";
  if (is_shown_later(release)) {
    const auto add = [&](const char* name, std::int64_t ReleasedNumber::*part) {
      text += name;
      add_list(text, release.cells,
               [&](const ReleasedCell& cell) { return cell.number.*part; });
    };
    text += R"(,"release":)" + canonical_json(without_cells(release));
    if (has_one_bound(release, answer)) return text + R"(,"shown":null})";
    add(R"(,"shown":{"lower":)", &ReleasedNumber::lower);
    std::vector<std::size_t> unknown;
    for (std::size_t i = 0; i < release.cells.size(); ++i)
      if (!release.cells[i].number.known) unknown.push_back(i);
    text += R"(,"unknown":)";
    add_list(text, unknown, [](std::size_t place) { return place; });
    add(R"(,"upper":)", &ReleasedNumber::upper);
    add(R"(,"value":)", &ReleasedNumber::value);
    text += "}";
  }
  return text + "}";
}

bool is_shown_later(const Release& release) {
  return release.cells.size() <= kMostShownLater;
}

std::string not_shown_later() {
  return fmt::format(
      "the ledger keeps the noisy numbers only, since there are more than {} cells: "
      "'selvage show' cannot show this release again; write it to a file",
      kMostShownLater);
}

Result<Release> read_stored_release(const std::string& text) {
  const auto json = parse_bounded_json(text);
  if (!json || !json->is_object()) return damaged();
  if (!json->contains("release") || !json->contains("shown"))
    return wrong(
        fmt::format("the ledger keeps only the noisy numbers of this entry, "
                    "since it has more than {} cells",
                    kMostShownLater));
  auto release = read_release((*json)["release"]);
  if (!release) return release.error();
  const Json& shown = (*json)["shown"];
  if (!json->contains("cells")) return damaged();
  auto cells = places_of((*json)["cells"], release->question.domain);
  if (!cells) return damaged();
  if (shown.is_null()) {
    const Json numbers = json->value("numbers", Json::array());
    const bool there = numbers.is_array() && !numbers.empty();
    const auto noisy = numbers_of(there ? numbers[0] : Json());
    if (!noisy || noisy->size() != cells->size() || !release->error) return damaged();
    for (std::size_t i = 0; i < cells->size(); ++i)
      release->cells.push_back(
          {(*cells)[i], by_one_bound((*noisy)[i], release->error->bound)});
    return release;
  }
  if (!shown.is_object()) return damaged();
  std::vector<std::vector<std::int64_t>> parts;
  for (const char* name : {"value", "lower", "upper"}) {
    auto numbers = numbers_of(shown.value(name, Json()));
    if (!numbers || (!parts.empty() && numbers->size() != parts[0].size()))
      return damaged();
    parts.push_back(*std::move(numbers));
  }
  if (cells->size() != parts[0].size()) return damaged();
  for (std::size_t i = 0; i < cells->size(); ++i)
    release->cells.push_back({(*cells)[i], {parts[0][i], parts[1][i], parts[2][i]}});
  const auto unknown = numbers_of(shown.value("unknown", Json()));
  if (!unknown) return damaged();
  for (const std::int64_t place : *unknown) {
    const auto at = static_cast<std::size_t>(place);
    if (place < 0 || at >= cells->size()) return damaged();
    release->cells[at].number.known = false;
  }
  return release;
}

Result<CellsAnswer> read_stored(const CellsPlan& plan, const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("cells") || !json.contains("keys") ||
      !json.contains("numbers") || !json["numbers"].is_array())
    return damaged();
  auto domain = released_domain(plan, json["keys"]);
  if (!domain) return damaged();
  CellsAnswer answer{*std::move(domain), {}, {}};
  auto cells = places_of(json["cells"], answer.domain);
  if (!cells) return damaged();
  answer.cells = *std::move(cells);
  for (const Json& number : json["numbers"]) {
    auto values = numbers_of(number);
    if (!values || values->size() != answer.cells.size()) return damaged();
    answer.numbers.push_back(*std::move(values));
  }
  if (answer.numbers.size() != plan.numbers.size()) return damaged();
  return answer;
}

}  // namespace selvage
