// A release as a table of rows: CSV, and the names of its columns.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "selvage/base/text_blocks.hpp"
#include "selvage/release/release.hpp"

namespace selvage {

// What the columns of a series are called, in a table of rows: its name, "lower",
// "upper", "known" where one may be unknown and "beyond" where an end is open; from the
// second series on "NAME_lower" and so on. Those that it does not have are empty.
struct NumberColumns {
  std::string value, lower = {}, upper = {}, known = {}, beyond = {};
  std::vector<std::string> all() const;  // that it has, in this order
};
NumberColumns number_columns(const Release& release, std::size_t series);
// A header line; then one line a row: a label for each column, both ends for each
// column of bins (bin_ends.hpp), and for each series the number, the ends of its
// interval, where it may be unknown whether it is known, and where an end is open
// whether it lies beyond; with this between the fields: a comma, or a tab. Keys that
// were not known before are made harmless (harmless_key.hpp).
void write_delimited(const Release& release, char delimiter, TextBlocks& text);
std::string to_delimited_text(const Release& release, char delimiter);
// The names of the label columns: those of the domain, with "_cell" at the end where
// a series' columns have that name.
std::vector<std::string> label_columns(const Release& release);

// A field of such a line: quoted where it must be.
void append_quoted(std::string_view field, char delimiter, std::string& text);

// How names of columns are compared: ASCII letters without their case.
std::string in_lower_case(std::string text);

}  // namespace selvage
