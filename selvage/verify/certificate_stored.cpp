#include <algorithm>

#include "selvage/base/bounded_json.hpp"
#include "selvage/verify/certificate_parts.hpp"

namespace selvage::verify {
namespace {

// The domain whose cells the ledger numbered: unknown keys are those that it stored.
// None where a list of keys is not to be seen; then labels cannot be compared.
std::optional<Domain> stored_domain(const Json& columns, const Json& keys) {
  std::vector<DomainColumn> known;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    DomainColumn column{text(columns[c], "name"), UnknownKeys{},
                        text(columns[c], "missing") == "drop"};
    const std::string& asked = text(columns[c], "domain");
    if (keys[c].is_array()) {
      std::vector<std::string> labels;
      for (const Json& key : keys[c]) {
        if (!key.is_string()) return std::nullopt;
        labels.push_back(key.get<std::string>());
      }
      column.values = KeyList::of(labels);
    } else {
      auto values = asked.starts_with('@') ? Result<Values>(misfit("not to be seen"))
                                           : parse_values(asked);
      if (!values) return std::nullopt;
      column.values = *std::move(values);
    }
    known.push_back(std::move(column));
  }
  return Domain::of_released(std::move(known));
}

// The numbers behind one entry, as they are stored: [number][place].
bool has_numbers_of(const Json& answer, const Json& numbers, std::size_t place,
                    const Rational& unit) {
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    std::optional<std::int64_t> shown;
    if (answer.contains("noisy")) {
      if (n >= answer["noisy"].size()) return false;
      shown = whole_number(answer["noisy"][n]);
    } else {
      shown = multiple(answer[answer.contains("count") ? "count" : "value"], unit);
    }
    if (!shown || shown != whole_number(numbers[n][place])) return false;
  }
  return true;
}

bool is_stored(const Json& kept, std::size_t columns) {
  return kept.is_object() && kept.contains("numbers") && kept["numbers"].is_array() &&
         kept.contains("cells") && kept.contains("keys") && kept["keys"].is_array() &&
         kept["keys"].size() == columns;
}

}  // namespace

bool is_stored_answer(const Certificate& certificate, const std::string& stored) {
  const Json& json = certificate.json;
  const Json& columns = json["question"]["columns"];
  const auto kept = parse_bounded_json(stored);
  const auto unit = Rational::parse(text(json, "unit"));
  if (!kept || !is_stored(*kept, columns.size()) || !unit || unit->sign() <= 0)
    return false;
  const auto answers = listed_answers(json);
  const Json &numbers = (*kept)["numbers"], &cells = (*kept)["cells"];
  for (const Json& number : numbers)
    if (!number.is_array() || number.size() != answers.size()) return false;
  if (cells.is_array() && cells.size() != answers.size()) return false;
  const auto domain = stored_domain(columns, (*kept)["keys"]);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (!has_numbers_of(*answers[i], numbers, i, *unit)) return false;
    if (!domain || columns.empty()) continue;
    const auto cell = cells.is_array() ? whole(cells[i]) : static_cast<std::int64_t>(i);
    if (cell < 0 || static_cast<std::uint64_t>(cell) >= domain->cells() ||
        !has_labels_of(*answers[i], *domain, static_cast<std::uint64_t>(cell)))
      return false;
  }
  return true;
}

}  // namespace selvage::verify
