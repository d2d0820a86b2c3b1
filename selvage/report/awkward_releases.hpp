// Releases that are hard to show, for the tests of this room: every form must survive
// all of them.
#pragma once
#include <string>
#include <vector>

#include "selvage/report/example_release.hpp"

namespace selvage {

inline std::vector<std::int64_t> some_numbers(std::uint64_t count) {
  std::vector<std::int64_t> numbers;
  for (std::uint64_t i = 0; i < count; ++i)
    numbers.push_back(static_cast<std::int64_t>(i * 7919 % 1700) - 200);
  return numbers;
}

inline Release awkward_release(std::vector<DomainColumn> columns) {
  return example_release(columns, some_numbers(Domain::make(columns)->cells()), 30);
}

inline std::vector<Release> awkward_releases() {
  const std::vector<std::string> names = {
      "ein sehr langer Name für eine kleine Zelle, €€€€€€€€€€€€€€€€€€€€€€€€€€€€€€",
      "\x1b[2J\xff\r\n\t",
      "</text><script>&\"'",
      "שָׁלוֹם עולם",
      "مرحبا \u202e",
      "北京市朝阳区北京市朝阳区北京市朝阳区北京市朝阳区",
      "😀👍🏽",
      "ends in blanks   ",
      "total",
      "",
      std::string(500, 'W'),
  };
  const DomainColumn odd = key_column(names[1] + names[0], names);
  const DomainColumn age = example_column("age", "0:100:25");
  const DomainColumn month = example_column("hired", "2025-01-01:2026-01-01:1month");
  const std::int64_t huge = std::int64_t{1} << 61;

  std::vector<Release> all;
  for (const std::vector<DomainColumn>& columns :
       {std::vector<DomainColumn>{},
        {odd},
        {month},
        {key_column("none", {})},
        {odd, age},
        {age, odd},
        {odd, key_column("again", names)},
        {odd, age, month},
        {key_column("k", {}), example_column("number", "0:50000:1")},
        {example_column("number", "0:50000:1"), key_column("k", {})},
        {example_column("number", "0:100000:1")}}) {
    const Release release = awkward_release(columns);
    all.push_back(release);
    all.push_back(example_totals(release));
    all.push_back(example_hidden(release, 600));
    all.push_back(example_hidden(release, 100'000));  // nothing is told
    all.back().question.asked.assign(columns.size(), "?");
    Release means = release;
    means.question.verb = "variance";
    ask_measure(means.question,
                Measure{names[2] + names[4], *Grid::stepped("0:9", Rational(1, 1000))});
    means.answer.numbers[0].name = "variance";
    means.answer.numbers[0].unit = Rational(1, 1'000'000);
    means.answer.numbers[0].may_be_unknown = true;
    means.error.reset();
    for (Estimate& number : means.answer.numbers[0].rows) {
      number.value *= 123'456'789;
      number.lower = number.value - 98'765'432'123;
      number.upper = number.value + 198'765'432'123;
    }
    // The same beside a number of another unit.
    Release both = release;
    both.answer.numbers.push_back(means.answer.numbers[0]);
    all.push_back(std::move(both));
    all.push_back(std::move(means));
  }
  std::vector<DomainColumn> many;
  for (int i = 0; i < 12; ++i)
    many.push_back(key_column("column " + std::to_string(i), {}));
  all.push_back(awkward_release(many));
  all.push_back(
      example_release("0:100:25", {-huge, huge, 5, -1, 1234567, 88, 0}, huge / 2));
  all.push_back(example_release("0:100:50", {-40, -7, -90, -3, -12}, 2));
  all.push_back(example_release("0:100:50", {0, 0, 0, 0, 0}, 0));
  DomainColumn one = key_column("one", {"a"});
  one.drop_missing = true;
  all.push_back(example_release({one}, {7, 3}, 1));
  for (auto& release : all) {
    release.question.table = "größe/" + std::string(50, ' ') + names[1] + names[4];
    release.question.where = names[2];
    release.question.person = {names[1] + names[3], 3, 2, PerPerson::first};
    release.verification.detail = "a < b & c \x08";
    release.warnings = {std::string(250, 'w'), "two words", names[5]};
  }
  return all;
}

}  // namespace selvage
