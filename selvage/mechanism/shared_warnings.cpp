#include "selvage/mechanism/shared_warnings.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "selvage/base/interval.hpp"
#include "selvage/guarantee/guarantee.hpp"

namespace selvage {

std::optional<std::string> large_epsilon_warning(const Rational& epsilon) {
  constexpr std::int64_t kLarge = 5;
  if (epsilon <= kLarge) return std::nullopt;
  return fmt::format(
      "epsilon {} promises little: one person may change the odds of an output by a "
      "factor of {}",
      promised_text(epsilon), exp(Interval(epsilon)).upper_text(2));
}

std::optional<std::string> large_delta_warning(const Rational& delta) {
  if (delta <= Rational(1, 10'000)) return std::nullopt;
  return fmt::format(
      "delta {} is large: with that probability the promise says nothing; a usual "
      "delta is far below one in the number of people",
      promised_text(delta));
}

std::optional<std::string> row_as_person_warning(const Person& person) {
  if (!person.column.empty()) return std::nullopt;
  return "every row is taken for a person of its own; if people have several rows, "
         "name "
         "their column with `person`";
}

std::optional<std::string> json_lines_warning(std::string table) {
  std::transform(table.begin(), table.end(), table.begin(), [](char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  for (const std::string_view packed : {".gz", ".zst", ".zstd"})
    if (table.ends_with(packed)) {
      table.resize(table.size() - packed.size());
      break;
    }
  if (!table.ends_with(".jsonl") && !table.ends_with(".ndjson")) return std::nullopt;
  return "JSON lines have no header: a misspelt column counts everybody as missing";
}

}  // namespace selvage
