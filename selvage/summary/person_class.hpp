// Under a profile every person has one class: of the cells that they have rows in, the
// one with the smallest hash of person and cell, by a key that is a function of the
// partition's name. So it is a function of the person's rows and of the partition
// alone, whatever the caps and whatever the table is stored as. [T60]
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "selvage/summary/person_rows.hpp"

namespace selvage {

// Bounding by this rule, with the partition's key, keeps one row of a person, and that
// in their class.
Person in_one_class(Person rule);

// What stands for a person in the choice of their class: the same however a table
// stores them, as text or as whole numbers, as UUIDs or dates. Two people may share it;
// then they choose alike from the same cells, and no more.
std::string class_text(std::string_view person);
std::uint64_t person_choice(std::string_view person, const BoundingKey& classes);

// The bytes that PersonRows::begin takes for it.
std::string_view choice_bytes(const std::uint64_t& choice);

}  // namespace selvage
