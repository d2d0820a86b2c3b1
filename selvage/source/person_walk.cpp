#include "selvage/source/person_walk.hpp"

#include <cstring>

#include <fmt/format.h>

#include "selvage/summary/person_class.hpp"

namespace selvage {

PersonWalk::PersonWalk(const Reading& reading, const TableOptions& options,
                       bool whole_numbers, VisitRow keep)
    : class_key_(options.class_key),
      whole_numbers_(whole_numbers),
      rows_(class_key_ ? in_one_class(reading.person) : reading.person,
            class_key_.value_or(options.bounding_key), std::move(keep)) {}

void PersonWalk::meet(const duckdb_hugeint& person, std::uint64_t choice) {
  if (met_ && person.lower == person_.lower && person.upper == person_.upper) return;
  met_ = true;
  person_ = person;
  if (class_key_) return rows_.begin(choice_bytes(choice_of(person, choice)));
  char name[sizeof person.lower + sizeof person.upper];
  std::memcpy(name, &person.lower, sizeof person.lower);
  std::memcpy(name + sizeof person.lower, &person.upper, sizeof person.upper);
  rows_.begin({name, sizeof name});
}

// A whole number chooses as its text does, in whatever format it is stored.
std::uint64_t PersonWalk::choice_of(const duckdb_hugeint& person,
                                    std::uint64_t choice) const {
  if (!whole_numbers_) return choice;
  const fmt::format_int text(static_cast<std::int64_t>(person.lower));
  return person_choice({text.data(), text.size()}, *class_key_);
}

}  // namespace selvage
