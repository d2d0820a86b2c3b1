#include "selvage/verify/small_world.hpp"

#include <algorithm>
#include <cassert>
#include <set>

#include "selvage/summary/block_numbers.hpp"
#include "selvage/summary/person_class.hpp"
#include "selvage/summary/row_coder.hpp"

namespace selvage::verify {

Result<Cells> SmallWorldReader::cells() {
  KeyDictionary dictionary;
  CellTally tally(reading_);
  const auto done = each_row([&](const CodedRow& row) { tally.add(row); }, dictionary);
  if (!done) return done.error();
  return Cells{tally.sums(), dictionary.keys()};
}

void SmallWorldReader::each_numbers(
    const std::function<void(const std::string&, std::span<const std::int64_t>)>& visit)
    const {
  KeyDictionary none;
  auto coder = RowCoder::make(reading_, none);
  assert(coder);
  const std::size_t first = reading_.domain.columns().size() + 1;
  for (const SmallRow& row : rows_) {
    if (!reading_.person.column.empty() && row.person.empty()) continue;
    const std::vector<std::optional<std::string_view>> fields(row.fields.begin(),
                                                              row.fields.end());
    const auto coded = coder->code(fields);
    if (!coded) continue;
    std::vector<std::int64_t> numbers = {coded->steps};
    for (std::size_t i = 0; i < reading_.beside.size(); ++i) {
      const auto& text = fields[first + i];
      const auto steps =
          text ? reading_.beside[i].grid.steps_of_text(*text) : std::nullopt;
      if (steps) numbers.push_back(*steps);
    }
    append_keys(reading_.domain, coded->cell, numbers);
    if (numbers.size() == block_numbers(reading_)) visit(row.person, numbers);
  }
}

Result<std::vector<BlockSums>> SmallWorldReader::block_sums(
    const BlockRequest& request) {
  if (!is_by_block(reading_)) return Reader::block_sums(request);
  BlockTally tally(request.blocks, block_numbers(reading_));
  each_numbers([&](const std::string& person, std::span<const std::int64_t> numbers) {
    std::uint64_t block = 0;
    if (reading_.person.column.empty())
      request.draw(std::span(&block, 1));
    else
      block = BlockOf(request)(person);
    tally.add(static_cast<std::uint32_t>(block), numbers);
  });
  return tally.sums();
}

Result<NumberRows> SmallWorldReader::number_rows(const BlockKey& key) {
  assert(is_by_block(reading_));
  NumberRows rows;
  each_numbers([&](const std::string& person, std::span<const std::int64_t> numbers) {
    rows.numbers.insert(rows.numbers.end(), numbers.begin(), numbers.end());
    if (!reading_.person.column.empty())
      rows.people.push_back(person_name(person, key));
  });
  return rows;
}

Result<std::string> SmallWorldReader::kept_text() {
  if (is_by_block(reading_)) {
    std::vector<std::string> rows;
    each_numbers([&](const std::string& person, std::span<const std::int64_t> numbers) {
      rows.push_back(person);
      for (const std::int64_t number : numbers)
        rows.back() += ' ' + std::to_string(number);
    });
    std::sort(rows.begin(), rows.end());
    std::string text;
    for (const std::string& row : rows) text += row + '\n';
    return text;
  }
  KeyDictionary dictionary;
  std::vector<CodedRow> kept;
  const auto done =
      each_row([&](const CodedRow& row) { kept.push_back(row); }, dictionary);
  if (!done) return done.error();
  const bool keyed = reading_.domain.has_unknown_keys();
  std::vector<std::string> lines;
  for (const CodedRow& row : kept)
    lines.push_back(std::to_string(row.cell) + ' ' + std::to_string(row.steps) + ' ' +
                    (keyed ? std::string(dictionary.key(row.key)) : "") + '\n');
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

Outcome SmallWorldReader::each_row(const VisitRow& visit) {
  KeyDictionary dictionary;
  return each_row(visit, dictionary);
}

Outcome SmallWorldReader::each_row(const VisitRow& visit,
                                   KeyDictionary& dictionary) const {
  auto coder = RowCoder::make(reading_, dictionary);
  if (!coder) return coder.error();
  struct Coded {
    std::string person;
    CodedRow row;
  };
  std::vector<Coded> coded;
  for (const SmallRow& row : rows_) {
    const std::vector<std::optional<std::string_view>> fields(row.fields.begin(),
                                                              row.fields.end());
    if (const auto code = coder->code(fields)) coded.push_back({row.person, *code});
  }
  if (reading_.person.column.empty()) {
    for (const Coded& row : coded) visit(row.row);
    return Done{};
  }
  std::sort(coded.begin(), coded.end(), [](const Coded& a, const Coded& b) {
    return std::tie(a.person, a.row.cell, a.row.key, a.row.steps) <
           std::tie(b.person, b.row.cell, b.row.key, b.row.steps);
  });
  PersonRows persons(classes_ ? in_one_class(reading_.person) : reading_.person,
                     classes_.value_or(key_), visit);
  const auto begin = [&](const std::string& person) {
    if (!classes_) return persons.begin(person);
    persons.begin(choice_bytes(person_choice(person, *classes_)));
  };
  std::string last;
  for (const Coded& row : coded) {
    if (row.person.empty()) continue;  // rows without a person are left out
    if (row.person != last) begin(last = row.person);
    const bool keyed = reading_.domain.has_unknown_keys();
    persons.add(row.row, keyed ? dictionary.key(row.row.key) : std::string_view());
  }
  persons.end();
  return Done{};
}

void for_each_neighbours(
    const SmallTable& possible, std::size_t rows,
    const std::function<void(const SmallTable&, const SmallTable&)>& visit) {
  const auto neighbours = [&](const SmallTable& table) {
    std::set<std::string> persons;
    for (std::size_t gone = 0; gone < table.size(); ++gone) {
      SmallTable without = table;
      if (table[gone].person.empty())
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(gone));
      else if (persons.insert(table[gone].person).second)
        std::erase_if(without, [&](const SmallRow& row) {
          return row.person == table[gone].person;
        });
      if (without.size() < table.size()) visit(table, without);
    }
  };
  // `table` takes rows in non-decreasing order of their place, one multiset once.
  SmallTable table;
  const std::function<void(std::size_t)> extend = [&](std::size_t from) {
    neighbours(table);
    if (table.size() == rows) return;
    for (std::size_t i = from; i < possible.size(); ++i) {
      table.push_back(possible[i]);
      extend(i);
      table.pop_back();
    }
  };
  extend(0);
}

}  // namespace selvage::verify
