#include "selvage/mechanism/cells/plan.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>

#include "selvage/base/escaped_utf8.hpp"
#include "selvage/mechanism/cells/empty_cells.hpp"
#include "selvage/mechanism/cells/released_keys.hpp"

namespace selvage {
namespace {

// Leaves the cells for which `keep` is true.
template <class Keep>
void filter(Drawn& answer, Keep keep) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < answer.cells.size(); ++i) {
    if (!keep(i)) continue;
    answer.cells[kept] = answer.cells[i];
    for (auto& numbers : answer.numbers) numbers[kept] = numbers[i];
    ++kept;
  }
  answer.cells.resize(kept);
  for (auto& numbers : answer.numbers) numbers.resize(kept);
}

// Noise for every cell of a public domain.
Drawn every_cell(const CellsPlan& plan, const Cells& cells, RandomSource& random) {
  Drawn answer{{}, {}, {}};
  answer.cells.resize(plan.reading.domain.cells());
  for (std::size_t i = 0; i < answer.cells.size(); ++i) answer.cells[i] = i;
  for (const PlannedNumber& number : plan.numbers) {
    auto& values = answer.numbers.emplace_back(answer.cells.size(), 0);
    for (const CellSums& sums : cells.sums)
      values[sums.cell] = number_of(number.formula, sums);
    number.add_noise(values, random);
  }
  if (plan.fewer_than)
    filter(answer,
           [&](std::size_t i) { return answer.numbers[0][i] >= *plan.fewer_than; });
  return answer;
}

// The same law, when only the cells that pass the display threshold are wanted.
Drawn passing_cells(const CellsPlan& plan, const Cells& cells, RandomSource& random) {
  const PlannedNumber& count = plan.numbers.front();
  std::vector<std::uint64_t> full;
  std::vector<std::int64_t> values;
  for (const CellSums& sums : cells.sums) {
    full.push_back(sums.cell);
    values.push_back(number_of(count.formula, sums));
  }
  count.add_noise(values, random);
  const auto empty = passing_empty_cells(
      {plan.reading.domain.cells(), *plan.fewer_than, count.noise}, full, random);
  std::map<std::uint64_t, std::int64_t> passing;
  for (std::size_t i = 0; i < full.size(); ++i)
    if (values[i] >= *plan.fewer_than) passing.emplace(full[i], values[i]);
  for (const auto& [cell, value] : empty) passing.emplace(cell, value);
  Drawn answer{{}, {}, {{}}};
  for (const auto& [cell, value] : passing) {
    answer.cells.push_back(cell);
    answer.numbers[0].push_back(value);
  }
  return answer;
}

// A value that is missing has the label "missing"; a text that looks like it is quoted
// once more, so that no two keys share a label.
std::string key_label(const std::string& text) {
  std::string_view inside = text;
  while (inside.size() >= 2 && inside.front() == '\'' && inside.back() == '\'')
    inside = inside.substr(1, inside.size() - 2);
  if (inside == "missing") return "'" + text + "'";
  return escaped_utf8(text);
}

// The released keys, and the cell of each released row in the domain that has them in
// the place of the unknown ones. `keys[i]`: the texts of released row i.
Drawn with_known_keys(
    const CellsPlan& plan, const std::vector<const CellSums*>& released,
    const std::vector<const std::vector<std::optional<std::string>>*>& keys) {
  const Domain& asked = plan.reading.domain;
  std::vector<std::vector<std::string>> released_keys;
  // cell_of[i]: mixed radix over the new columns, built column by column.
  std::vector<std::uint64_t> cell_of(released.size(), 0);
  std::vector<std::vector<std::size_t>> places;
  for (const CellSums* sums : released) places.push_back(asked.places(sums->cell));
  for (std::size_t c = 0; c < asked.columns().size(); ++c) {
    DomainColumn column = asked.columns()[c];
    const std::size_t unknown = released_keys.size();
    if (!std::holds_alternative<UnknownKeys>(column.values)) {
      const std::uint64_t radix = column.places();
      for (std::size_t i = 0; i < released.size(); ++i)
        cell_of[i] = cell_of[i] * radix + places[i][c];
      continue;
    }
    std::vector<std::string> texts;
    bool has_missing = false;
    for (const auto* key : keys) {
      if (const auto& text = (*key)[unknown])
        texts.push_back(*text);
      else
        has_missing = true;
    }
    std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    std::map<std::string, std::size_t> place;
    for (const std::string& text : texts) place.emplace(text, place.size());
    const std::size_t missing = texts.size();
    for (std::string& text : texts) text = key_label(text);
    if (has_missing) texts.emplace_back("missing");
    column.values = KeyList::of(texts);
    const std::uint64_t radix = column.places();
    for (std::size_t i = 0; i < released.size(); ++i) {
      const auto& text = (*keys[i])[unknown];
      cell_of[i] = cell_of[i] * radix + (text ? place.at(*text) : missing);
    }
    released_keys.push_back(std::move(texts));
  }
  return {std::move(cell_of), std::move(released_keys), {}};
}

}  // namespace

std::int64_t number_of(const Formula& formula, const CellSums& sums) {
  const Int128 number = formula.of_rows * sums.rows + formula.of_sum * sums.sum +
                        formula.of_squares * sums.squares;
  const Int128 units =
      formula.divisor == 1
          ? number
          : floor_quotient(number + formula.divisor / 2, formula.divisor);
  return static_cast<std::int64_t>(
      std::clamp<Int128>(units, std::numeric_limits<std::int64_t>::min(),
                         std::numeric_limits<std::int64_t>::max()));
}

void PlannedNumber::set_noise(std::shared_ptr<const CellNoise> planned) {
  noise = std::move(planned);
  add_noise = [its_noise = noise](std::span<std::int64_t> numbers,
                                  RandomSource& random) {
    its_noise->add(numbers, random);
  };
}

NoisyNumbers noisy_numbers(const CellsPlan& plan) {
  NoisyNumbers numbers{{}, {}, plan.share};
  if (plan.key_threshold)
    numbers.key_threshold = in_count_units(plan, *plan.key_threshold);
  numbers.key_count = key_count(plan);
  for (const PlannedNumber& number : plan.numbers) {
    numbers.noise.push_back(number.added());
    numbers.per_row.push_back(plan.together ? plan.together->per_row : number.per_row);
    if (plan.together) break;
  }
  return numbers;
}

KeyCount key_count(const CellsPlan& plan) {
  if (!plan.together) return {};
  return {.draws = static_cast<std::int64_t>(plan.numbers.size()),
          .per_row = plan.together->count_per_row,
          .sensitivity = plan.together->per_row};
}

std::int64_t in_count_units(const CellsPlan& plan, std::int64_t rows) {
  if (!plan.together) return rows;
  return (plan.together->of_row * (Rational(rows) - Rational(1, 2)))
      .ceil()
      .to_int64()
      .value_or(kMaxRelease);
}

Int128 count_of(const CellsPlan& plan, std::span<const std::int64_t> numbers) {
  if (!plan.together) return numbers[0];
  Int128 count = 0;
  for (const std::int64_t number : numbers) count += number;
  return count;
}

bool shows_margin(const CellsPlan& plan, std::size_t column) {
  return plan.with_margins.empty() ? plan.with_totals : plan.with_margins[column];
}

bool sums_are_shown(const CellsPlan& plan) {
  return plan.with_totals ||
         std::find(plan.with_margins.begin(), plan.with_margins.end(), true) !=
             plan.with_margins.end();
}

const DpPromise& promised_dp(const CellsPlan& plan) {
  return std::get<DpPromise>(plan.derivations.front().conclusion.promise);
}

bool promises_dp(const CellsPlan& plan) {
  return std::holds_alternative<DpPromise>(plan.derivations.front().conclusion.promise);
}

std::string mechanism_name(const CellsPlan& plan) {
  return plan.key_threshold ? "key_threshold" : plan.numbers[0].noise->name();
}

std::vector<std::pair<std::string, std::string>> mechanism_parameters(
    const CellsPlan& plan) {
  std::vector<std::pair<std::string, std::string>> result;
  const bool one = plan.numbers.size() == 1 || plan.together;
  for (const PlannedNumber& number : plan.numbers) {
    const auto [name, value] = number.noise->parameter();
    result.emplace_back(one ? name : name + "_of_" + number.name, value);
    if (plan.together) break;
  }
  if (plan.together) {
    result.emplace_back("sums", std::to_string(plan.numbers.size()));
    result.emplace_back("change_of_a_row", std::to_string(plan.together->per_row));
  }
  if (plan.key_threshold)
    result.emplace_back("threshold", std::to_string(*plan.key_threshold));
  result.emplace_back("rows_per_person", std::to_string(plan.share.rows));
  result.emplace_back("cells_per_person", std::to_string(plan.share.cells));
  if (plan.reading.person.rows_in_cell)
    result.emplace_back("rows_per_cell", std::to_string(plan.share.rows_in_cell));
  if (!plan.reading.measure) return result;
  const Rational& step = plan.reading.measure->grid.step();
  result.emplace_back("step", step.text());
  for (const PlannedNumber& number : plan.numbers)
    if (number.formula.divisor != 1 && !plan.together)
      result.emplace_back("unit_of_" + number.name, unit_of(number, step).text());
  return result;
}

Rational unit_of(const PlannedNumber& number, const Rational& step) {
  return number.formula.of_sum != 0 ? step * number.formula.divisor : Rational(1);
}

PersonShare person_share(const Person& person, std::optional<std::int64_t> all_cells) {
  if (person.column.empty()) return {};
  std::int64_t cells = std::min(person.rows, person.cells);
  if (all_cells) cells = std::min(cells, *all_cells);  // nobody is in more
  // Sums of a person in a cell are one row of the released numbers.
  const std::int64_t in_cell = person.sum_in_cell ? 1 : person.most_in_cell();
  return {std::min(person.rows, cells * in_cell), cells, in_cell};
}

PersonShare person_share(const Person& person, const Domain& domain) {
  if (domain.has_unknown_keys()) return person_share(person, std::nullopt);
  return person_share(person, static_cast<std::int64_t>(domain.cells()));
}

// Noise for the cells that hold rows; only those that pass the threshold are released,
// and further numbers only of these. [T31]
ReleasedKeys release_keys(const CellsPlan& plan, const Cells& cells,
                          RandomSource& random) {
  // In an order that does not depend on the rows'.
  std::vector<const CellSums*> rows;
  for (const CellSums& sums : cells.sums) rows.push_back(&sums);
  std::sort(rows.begin(), rows.end(), [&](const CellSums* a, const CellSums* b) {
    return std::tie(cells.keys[a->key], a->cell) <
           std::tie(cells.keys[b->key], b->cell);
  });
  // A key of which no row is listed is not told either.
  const std::int64_t least = in_count_units(
      plan,
      std::max(*plan.key_threshold, plan.fewer_than.value_or(*plan.key_threshold)));
  const auto noisy = [&](const PlannedNumber& number,
                         const std::vector<const CellSums*>& of) {
    std::vector<std::int64_t> values;
    for (const CellSums* sums : of) values.push_back(number_of(number.formula, *sums));
    number.add_noise(values, random);
    return values;
  };
  // What decides, of all; the rest only of what is shown.
  const std::size_t deciding = plan.together ? plan.numbers.size() : 1;
  std::vector<std::vector<std::int64_t>> decided;
  for (std::size_t n = 0; n < deciding; ++n)
    decided.push_back(noisy(plan.numbers[n], rows));
  std::vector<const CellSums*> released;
  std::vector<const std::vector<std::optional<std::string>>*> keys;
  std::vector<std::vector<std::int64_t>> numbers(deciding);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Int128 count = 0;
    for (const auto& values : decided) count += values[i];
    if (count < least) continue;
    released.push_back(rows[i]);
    keys.push_back(&cells.keys[rows[i]->key]);
    for (std::size_t n = 0; n < deciding; ++n) numbers[n].push_back(decided[n][i]);
  }
  for (std::size_t n = deciding; n < plan.numbers.size(); ++n)
    numbers.push_back(noisy(plan.numbers[n], released));
  Drawn unsorted = with_known_keys(plan, released, keys);
  std::vector<std::size_t> order(released.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return unsorted.cells[a] < unsorted.cells[b];
  });
  ReleasedKeys answer{{{}, std::move(unsorted.keys), {}}, {}};
  answer.drawn.numbers.resize(numbers.size());
  for (const std::size_t i : order) {
    answer.drawn.cells.push_back(unsorted.cells[i]);
    answer.rows.push_back(*released[i]);
    for (std::size_t n = 0; n < numbers.size(); ++n)
      answer.drawn.numbers[n].push_back(numbers[n][i]);
  }
  return answer;
}

Drawn release_cells(const CellsPlan& plan, const Cells& cells, RandomSource& random) {
  if (plan.key_threshold) return release_keys(plan, cells, random).drawn;
  if (plan.reading.domain.cells() > kMostVisited)
    return passing_cells(plan, cells, random);
  return every_cell(plan, cells, random);
}

Result<Drawn> run(const CellsPlan& plan, Reader& reader, RandomSource& random) {
  const auto cells = reader.cells();
  if (!cells) return cells.error();
  return release_cells(plan, *cells, random);
}

}  // namespace selvage
