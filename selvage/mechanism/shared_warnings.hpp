// What several mechanisms warn of, one sentence each. Functions of what is public, so
// that whoever has the certificate finds the same ones.
#pragma once
#include <optional>
#include <string>

#include "selvage/base/rational.hpp"
#include "selvage/summary/cells.hpp"

namespace selvage {

std::optional<std::string> large_epsilon_warning(const Rational& epsilon);
std::optional<std::string> large_delta_warning(const Rational& delta);
// Of rows that nobody said to belong to people.
std::optional<std::string> row_as_person_warning(const Person& person);
// The rows of such a table have no header. `table`: as it was named.
std::optional<std::string> json_lines_warning(std::string table);

}  // namespace selvage
