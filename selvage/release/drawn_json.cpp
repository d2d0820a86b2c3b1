#include "selvage/release/drawn_json.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/whole_number.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

bool is_unknown(const DomainColumn& column) {
  return std::holds_alternative<UnknownKeys>(column.values);
}

Json keys_json(const Domain& asked, const Drawn& drawn) {
  Json json = Json::array();
  std::size_t unknown = 0;
  for (const DomainColumn& column : asked.columns())
    json.push_back(is_unknown(column) ? Json(drawn.keys[unknown++]) : Json(nullptr));
  return json;
}

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
    if (std::set(keys.begin(), keys.end()).size() != keys.size()) return std::nullopt;
  }
  return all;
}

// Whether the cells of the released keys can be numbered.
bool fits(const Domain& asked, const std::vector<std::vector<std::string>>& keys) {
  std::uint64_t cells = asked.cells();
  for (const auto& list : keys)
    if (__builtin_mul_overflow(cells, list.size() + 2, &cells)) return false;
  return true;
}

template <class Integer>
void append_list(std::string& text, const std::vector<Integer>& integers) {
  text += '[';
  for (std::size_t i = 0; i < integers.size(); ++i) {
    if (i > 0) text += ',';
    const fmt::format_int digits(integers[i]);
    text.append(digits.data(), digits.size());
  }
  text += ']';
}

}  // namespace

void append_integers(std::string& text, const std::vector<std::int64_t>& integers) {
  append_list(text, integers);
}

std::optional<std::vector<std::int64_t>> read_integers(const Json& json) {
  if (!json.is_array()) return std::nullopt;
  std::vector<std::int64_t> integers;
  integers.reserve(json.size());
  for (const Json& number : json) {
    const auto read = whole_number(number);
    if (!read) return std::nullopt;
    integers.push_back(*read);
  }
  return integers;
}

std::optional<std::vector<std::uint64_t>> read_cells_list(const Json& json,
                                                          const Domain& domain) {
  if (json.is_null()) {
    if (domain.cells() > Domain::kMaxCells) return std::nullopt;
    std::vector<std::uint64_t> all(domain.cells());
    std::iota(all.begin(), all.end(), std::uint64_t{0});
    return all;
  }
  const auto cells = read_integers(json);
  // Rising: none is there twice.
  if (!cells || std::adjacent_find(cells->begin(), cells->end(),
                                   std::greater_equal<>()) != cells->end())
    return std::nullopt;
  if (!cells->empty() && (cells->front() < 0 ||
                          static_cast<std::uint64_t>(cells->back()) >= domain.cells()))
    return std::nullopt;
  return std::vector<std::uint64_t>(cells->begin(), cells->end());
}

std::string drawn_members(const Domain& asked, const Drawn& drawn) {
  // Long lists are written as they are: a tree of them is slow.
  std::string text = R"("cells":)";
  if (drawn.cells.size() == released_domain(asked, drawn).cells())
    text += "null";
  else
    append_list(text, drawn.cells);
  text += R"(,"keys":)" + canonical_json(keys_json(asked, drawn)) + R"(,"numbers":[)";
  for (std::size_t n = 0; n < drawn.numbers.size(); ++n) {
    text += n == 0 ? "" : ",";
    append_list(text, drawn.numbers[n]);
  }
  return text + "]";
}

std::optional<Drawn> read_drawn(const Domain& asked, const Json& json) {
  if (!json.is_object() || !json.contains("cells") || !json.contains("keys") ||
      !json.contains("numbers") || !json["numbers"].is_array())
    return std::nullopt;
  auto keys = keys_of(asked, json["keys"]);
  if (!keys || !fits(asked, *keys)) return std::nullopt;
  Drawn drawn{{}, *std::move(keys), {}};
  auto cells = read_cells_list(json["cells"], released_domain(asked, drawn));
  if (!cells) return std::nullopt;
  drawn.cells = *std::move(cells);
  for (const Json& number : json["numbers"]) {
    auto values = read_integers(number);
    if (!values || values->size() != drawn.cells.size()) return std::nullopt;
    drawn.numbers.push_back(*std::move(values));
  }
  return drawn;
}

}  // namespace selvage
