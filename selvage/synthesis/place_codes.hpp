// What the rows of one place of a column can hold: the codes from first to last, each
// as likely as the others, or one code.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/summary/coded_columns.hpp"
#include "selvage/summary/domain.hpp"

namespace selvage {

struct CodeRange {
  std::int64_t first = kNoCode, last = kNoCode;
};

struct PlaceCodes {
  CodedColumn column;
  std::vector<CodeRange> places;  // by place
};

// Bins hold their numbers, days or moments. What lies below all bins is taken to be
// just below them, what lies above to be their upper end: nothing more is known.
// `missing` is no value, and a key or `other` is its label. `decimals`: of numbers;
// none stands for whole numbers where all ends of bins are whole, else for two more
// than the ends have. Refuses decimals with which a bin holds no number, or a number
// has more than 18 digits. Requires known keys.
Result<PlaceCodes> place_codes(const DomainColumn& column, std::optional<int> decimals);

}  // namespace selvage
