// A public histogram from a file: columns `value` and `count`, or a release of ours in
// JSON or CSV, in a certificate or in a ledger (LEDGER:ENTRY). Nothing private is here:
// what was released may be compared by anybody.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "selvage/base/rational.hpp"
#include "selvage/base/result.hpp"
#include "tool/file_place.hpp"

namespace selvage::tool {

enum class Ground { numbers, dates, keys };

struct HistogramRow {
  std::string label;
  std::optional<Rational> place;  // a number, or days since 1970; none for a key
  std::int64_t count;             // not below 0
};

struct HistogramFile {
  std::string path;
  Ground ground = Ground::numbers;
  bool bins = false;  // a place is the middle of one
  std::vector<HistogramRow> rows;
  std::vector<ReadFile> read = {};  // beside the path: the files of a ledger
  std::vector<std::string> notes;   // what was read in another way than it stands there
};

// Refuses in one sentence what cannot be read, what has no column `count`, several
// columns of labels, counts that are no whole numbers and labels that are there twice.
Result<HistogramFile> read_histogram(const std::string& path);

}  // namespace selvage::tool
