// What there is to look at in a release, before it is text or a picture.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "selvage/release/release.hpp"

namespace selvage {

// What pictures and pivot tables draw of a row: its first number.
inline const Series& first_series(const Release& release) {
  return release.answer.numbers.front();
}

// Whether any row has an interval.
bool has_intervals(const Series& series);
bool has_intervals(const Release& release);  // of the first number

// Rows or people; the other numbers are sums, means and variances.
bool is_count(const Release& release);
// Whether the numbers are averages: 0 is then no natural end of a bar.
bool is_average(const Release& release);

// "below", "above", "other" or "missing"; empty for a declared place.
std::string outside_word(const DomainColumn& column, std::size_t place);
// A place beside the declared ones: below, above, other, missing.
bool is_outside(const DomainColumn& column, std::size_t place);

// The label as it is; in quotes where the key is the empty text, or begins or ends with
// a blank, which nobody would see.
std::string cell_label(const Release& release, std::uint64_t cell, std::size_t column);
// "sales" or, of several columns, "sales / north".
std::string cell_label(const Release& release, std::uint64_t cell);

// The number of this cell; null where it is not told.
const Estimate* number_of(const Release& release, std::uint64_t cell);

// Some keys came from the table itself.
bool has_released_keys(const Release& release);

// Of many rows the first ones and the last two; the line that says how many are left
// out takes the place of a row.
struct ShownRows {
  std::vector<std::size_t> rows;
  std::size_t gap = 0;  // the first row after what is left out, in `rows`
  std::size_t left_out = 0;
};
ShownRows shown_rows(std::size_t all, std::size_t most);
// The same of a release by the keys of one column: of many keys those with the largest
// numbers, these first, and after what is left out the places beside the keys.
ShownRows largest_rows(const Release& release, std::size_t most);

// The cells of two or more columns as a rectangle: the places of the last column
// across, those of the others down. Of a release that does not tell every cell only the
// lines that hold a number.
struct Rectangle {
  std::vector<std::uint64_t> down;  // the cell / places of the last column
  std::vector<std::size_t> across;  // the places of the last column
  std::size_t places = 1;           // of the last column, all of them

  std::uint64_t cell(std::size_t row, std::size_t column) const {
    return down[row] * places + across[column];
  }
  // Whether every cell has a place in it.
  bool is_whole(const Domain& domain) const {
    return down.size() * across.size() == domain.cells();
  }
};
constexpr const char* kLinesLeftOut =
    "rows and columns without any number are left out";
// Requires a column.
Rectangle rectangle(const Release& release);

}  // namespace selvage
