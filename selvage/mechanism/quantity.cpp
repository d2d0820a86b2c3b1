#include "selvage/mechanism/quantity.hpp"

#include <algorithm>

#include "selvage/summary/kept_rows.hpp"

namespace selvage {
namespace {

Quantity of_kept_rows(std::string number, const KeptRows& kept) {
  Quantity quantity{std::move(number), kept.words};
  if (kept.leaves_out) quantity.but.push_back(Caveat::kept_rows);
  return quantity;
}

}  // namespace

std::string caveat_name(Caveat caveat) {
  switch (caveat) {
    case Caveat::numbers:
      return "numbers";
    case Caveat::kept_rows:
      return "kept_rows";
    case Caveat::clamped:
      return "clamped";
    case Caveat::radius:
      return "radius";
    case Caveat::rounded:
      return "rounded";
    case Caveat::grid:
      return "grid";
    case Caveat::filled:
      return "filled";
    case Caveat::block_fits:
      return "block_fits";
    case Caveat::least_misses:
      return "least_misses";
    case Caveat::penalty:
      return "penalty";
  }
  return {};
}

std::optional<Caveat> read_caveat(const std::string& name) {
  for (auto caveat = Caveat::numbers; caveat <= Caveat::penalty;
       caveat = static_cast<Caveat>(static_cast<int>(caveat) + 1))
    if (caveat_name(caveat) == name) return caveat;
  return std::nullopt;
}

Quantity Quantity::among(const std::string& words) const {
  Quantity fewer = *this;
  fewer.rows = words + (rows.empty() ? "" : ", of " + rows);
  return fewer;
}

Quantity Quantity::with(Caveat caveat, const std::string& words) const {
  Quantity more = words.empty() ? *this : among(words);
  more.but.insert(more.but.begin(), caveat);
  return more;
}

Quantity true_count(const Person& person, bool grouped) {
  return of_kept_rows("the true count", kept_for_counts(person, grouped));
}

Quantity true_count(const Question& question) {
  return true_count(question.person, !question.domain.columns().empty());
}

Quantity count_of_numbers(const Question& question) {
  return true_count(question).with(Caveat::numbers, "rows with a number");
}

Quantity true_number(const std::string& name, const Question& question) {
  return of_kept_rows(
      "the true " + name,
      kept_for_values(question.person, !question.domain.columns().empty()));
}

std::string listed(const std::vector<Quantity>& quantities) {
  std::vector<Quantity> groups;
  for (const Quantity& one : quantities) {
    const auto same =
        std::find_if(groups.begin(), groups.end(), [&](const Quantity& group) {
          return group.rows == one.rows && group.certain == one.certain;
        });
    if (same == groups.end())
      groups.push_back(one);
    else if (same->number != one.number)
      same->number += " and " + one.number;
  }
  std::string text;
  for (const Quantity& group : groups)
    text += (text.empty() ? "" : "; ") + group.text();
  return text;
}

}  // namespace selvage
