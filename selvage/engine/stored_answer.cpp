#include "selvage/engine/stored_answer.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/bounded_json.hpp"
#include "selvage/base/canonical_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/release/drawn_json.hpp"
#include "selvage/release/read_release.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

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

std::string shown_text(const Series& series) {
  std::string text;
  const auto add = [&](const char* name, std::int64_t Estimate::*part) {
    text += name;
    std::vector<std::int64_t> numbers;
    for (const Estimate& number : series.rows) numbers.push_back(number.*part);
    append_integers(text, numbers);
  };
  std::vector<std::int64_t> alone, unknown;
  for (std::size_t i = 0; i < series.rows.size(); ++i) {
    if (!series.rows[i].has_interval) alone.push_back(static_cast<std::int64_t>(i));
    if (!series.rows[i].known) unknown.push_back(static_cast<std::int64_t>(i));
  }
  text += '{';
  if (!alone.empty()) {
    text += R"("alone":)";
    append_integers(text, alone);
    text += ',';
  }
  add(R"("lower":)", &Estimate::lower);
  text += R"(,"unknown":)";
  append_integers(text, unknown);
  add(R"(,"upper":)", &Estimate::upper);
  add(R"(,"value":)", &Estimate::value);
  return text + "}";
}

// The rows that shown_text() wrote; false where it did not.
bool read_shown(const Json& json, std::size_t rows, Series& series) {
  if (!json.is_object()) return false;
  std::vector<std::vector<std::int64_t>> parts;
  for (const char* name : {"value", "lower", "upper"}) {
    auto numbers = read_integers(json.value(name, Json()));
    if (!numbers || numbers->size() != rows) return false;
    parts.push_back(*std::move(numbers));
  }
  for (std::size_t i = 0; i < rows; ++i)
    series.rows.push_back({parts[0][i], parts[1][i], parts[2][i]});
  const auto mark = [&](const Json& list, bool Estimate::*part) {
    const auto places = read_integers(list);
    if (!places) return false;
    for (const std::int64_t place : *places) {
      const auto at = static_cast<std::size_t>(place);
      if (place < 0 || at >= rows) return false;
      series.rows[at].*part = false;
    }
    return true;
  };
  return mark(json.value("unknown", Json()), &Estimate::known) &&
         mark(json.value("alone", Json::array()), &Estimate::has_interval);
}

}  // namespace

std::string stored_text(const Release& release) {
  // Canonical JSON.
  std::string text = "{" + drawn_members(release.question.domain, release.drawn);
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
  auto cells = read_cells_list((*json)["cells"], release->answer.domain);
  if (!cells) return damaged_answer();
  auto& series = release->answer.numbers;
  if (shown.is_null()) {
    const Json numbers = json->value("numbers", Json::array());
    const bool there = numbers.is_array() && !numbers.empty();
    const auto noisy = read_integers(there ? numbers[0] : Json());
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
  auto drawn = read_drawn(asked, Json::parse(text, nullptr, false));
  if (!drawn) return damaged_answer();
  return *std::move(drawn);
}

}  // namespace selvage
