#include "selvage/report/left_out.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "selvage/base/errors.hpp"
#include "selvage/report/text.hpp"
#include "selvage/report/view.hpp"

namespace selvage {
namespace {

const std::vector<std::string>& outside_words() {
  static const std::vector<std::string> words = {"below", "above", "other", "missing"};
  return words;
}

// Those of any cell.
std::set<std::string> outside_words_in(const Release& release) {
  const Domain& domain = release.answer.domain;
  std::set<std::string> words;
  for (const std::uint64_t cell : release.answer.cells) {
    const auto places = domain.places(cell);
    for (std::size_t c = 0; c < places.size(); ++c)
      words.insert(outside_word(domain.columns()[c], places[c]));
  }
  return words;
}

}  // namespace

Result<std::set<std::string>> parse_left_out(const std::string& text) {
  std::set<std::string> words;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string word = text.substr(at, end - at);
    const auto& known = outside_words();
    if (word == "outside")
      words.insert(known.begin(), known.end());
    else if (std::find(known.begin(), known.end(), word) != known.end())
      words.insert(word);
    else
      return wrong(fmt::format("'{}' is not one of {}, or outside for all of them",
                               word, fmt::join(known, ", ")));
    at = end + 1;
  }
  return words;
}

Release without_places(const Release& release, const std::set<std::string>& words) {
  Release shown = release;
  Answer& answer = shown.answer;
  const auto& columns = answer.domain.columns();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < answer.cells.size(); ++i) {
    const auto places = answer.domain.places(answer.cells[i]);
    bool hidden = false;
    for (std::size_t c = 0; c < columns.size(); ++c)
      hidden = hidden || words.contains(outside_word(columns[c], places[c]));
    if (hidden) continue;
    answer.cells[kept] = answer.cells[i];
    for (Series& series : answer.numbers) series.rows[kept] = series.rows[i];
    ++kept;
  }
  answer.cells.resize(kept);
  for (Series& series : answer.numbers) {
    series.rows.resize(kept, Estimate{0, 0, 0});
    // An exact sum is of what stands above it; one with noise stays that of all cells.
    if (!series.total) continue;
    series.total = 0;
    for (const Estimate& row : series.rows) *series.total += row.value;
  }
  return shown;
}

std::string left_out_sentence(const Release& whole, const Release& shown,
                              const std::set<std::string>& words) {
  const std::size_t count = whole.answer.cells.size() - shown.answer.cells.size();
  if (count == 0) return "";
  const std::set<std::string> there = outside_words_in(whole);
  std::vector<std::string> named;
  for (const std::string& word : outside_words())
    if (words.contains(word) && there.contains(word)) named.push_back(word);
  const bool total = whole.answer.total && !whole.answer.domain.columns().empty();
  std::string apart;
  for (const Series& series : whole.answer.numbers)
    if (series.total) apart = ", and not in the total of counts called " + series.name;
  return fmt::format(
      "{} released {} ({}) {} left out here, as asked; {} in {}the JSON and the "
      "certificate{}",
      thousands(static_cast<std::int64_t>(count)), count == 1 ? "cell" : "cells",
      fmt::join(named, ", "), count == 1 ? "is" : "are",
      count == 1 ? "it is" : "they are", total ? "the total, " : "", apart);
}

}  // namespace selvage
