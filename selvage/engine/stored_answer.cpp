#include "selvage/engine/stored_answer.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/whole_number.hpp"

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
std::optional<Domain> released_domain(const Plan& plan, const Json& keys) {
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

}  // namespace

std::string stored_text(const Plan& plan, const CellsAnswer& answer) {
  Json keys = Json::array();
  for (std::size_t c = 0; c < plan.reading.domain.columns().size(); ++c) {
    keys.push_back(nullptr);
    if (!is_unknown(plan.reading.domain.columns()[c])) continue;
    const auto& released = std::get<KeyList>(answer.domain.columns()[c].values);
    keys.back() = Json::array();
    for (std::size_t i = 0; i < released.size(); ++i)
      keys.back().push_back(std::string(released.key(i)));
  }
  // All cells in their order need no list.
  const bool complete = answer.cells.size() == answer.domain.cells();
  return canonical_json({{"cells", complete ? Json(nullptr) : Json(answer.cells)},
                         {"keys", keys},
                         {"numbers", answer.numbers}});
}

Result<CellsAnswer> read_stored(const Plan& plan, const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("cells") || !json.contains("keys") ||
      !json.contains("numbers") || !json["numbers"].is_array())
    return damaged();
  auto domain = released_domain(plan, json["keys"]);
  if (!domain) return damaged();
  CellsAnswer answer{*std::move(domain), {}, {}};
  if (json["cells"].is_null()) {
    answer.cells.resize(answer.domain.cells());
    for (std::size_t i = 0; i < answer.cells.size(); ++i) answer.cells[i] = i;
  } else if (const auto cells = numbers_of(json["cells"]);
             cells && (cells->empty() || cells->front() >= 0)) {
    answer.cells.assign(cells->begin(), cells->end());
  } else {
    return damaged();
  }
  for (const Json& number : json["numbers"]) {
    auto values = numbers_of(number);
    if (!values || values->size() != answer.cells.size()) return damaged();
    answer.numbers.push_back(*std::move(values));
  }
  const bool rising = std::is_sorted(answer.cells.begin(), answer.cells.end());
  if (answer.numbers.size() != plan.numbers.size() || !rising ||
      (!answer.cells.empty() && answer.cells.back() >= answer.domain.cells()))
    return damaged();
  return answer;
}

}  // namespace selvage
