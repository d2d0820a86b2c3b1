#include "selvage/summary/person_class.hpp"

#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

namespace selvage {
namespace {

BoundingKey class_key(std::uint8_t seed) {
  BoundingKey result{};
  result[3] = seed;
  return result;
}

TEST(PersonClass, APersonIsTheSameHoweverTheyAreStored) {
  for (const char* seven : {"7", "007", "+7", " 7", "7.0", "7.", "7\t"})
    EXPECT_EQ(class_text(seven), "7") << seven;
  EXPECT_EQ(class_text("-007"), "-7");
  for (const char* zero : {"0", "-0", "000", "0.00"}) EXPECT_EQ(class_text(zero), "0");
  EXPECT_EQ(class_text("A0EEBC99-9C0B"), "a0eebc99-9c0b");
  for (const char* text : {"7a", "7.5", "1e3", ".", "-", "", "+", "0x7", "7.0.0"})
    EXPECT_EQ(class_text(text), text);
  EXPECT_EQ(class_text("99999999999999999999999999"), "99999999999999999999999999");
  EXPECT_EQ(person_choice("7", class_key(1)), person_choice("07", class_key(1)));
  EXPECT_NE(person_choice("7", class_key(1)), person_choice("8", class_key(1)));
  EXPECT_NE(person_choice("7", class_key(1)), person_choice("7", class_key(2)));
}

// The cell that is kept of these.
std::uint64_t class_of(const Person& caps, std::uint64_t choice,
                       const std::map<std::uint64_t, int>& rows) {
  std::vector<std::uint64_t> kept;
  PersonRows persons(in_one_class(caps), class_key(5),
                     [&](const CodedRow& row) { kept.push_back(row.cell); });
  persons.begin(choice_bytes(choice));
  for (const auto& [cell, count] : rows)
    for (int i = 0; i < count; ++i) persons.add({cell, 0, 0}, {});
  persons.end();
  EXPECT_EQ(kept.size(), 1u);
  return kept[0];
}

TEST(PersonClass, TheClassIsAFunctionOfTheCellsWhateverTheCaps) {
  std::mt19937 random(4);
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 200; ++i) {
    std::map<std::uint64_t, int> rows, once;
    for (int n = 0; n < 5; ++n) ++rows[random() % 6];
    for (const auto& [cell, count] : rows) once[cell] = 1;
    const std::uint64_t choice = person_choice(std::to_string(i), class_key(5));
    const std::uint64_t cell = class_of({"p", 1, 1, PerPerson::sum}, choice, once);
    seen.insert(cell);
    for (const PerPerson how : {PerPerson::sum, PerPerson::first})
      for (const std::int64_t most_rows : {1, 2, 9})
        for (const std::int64_t most_cells : {1, 2, 9})
          EXPECT_EQ(class_of({"p", most_rows, most_cells, how}, choice, rows), cell);
  }
  EXPECT_EQ(seen.size(), 6u);  // people spread over the cells
}

}  // namespace
}  // namespace selvage
