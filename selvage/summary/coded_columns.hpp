// A table as whole numbers: each column says what its codes stand for. What writes such
// a table, row by row, need not know where it came from.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace selvage {

enum class CodedKind {
  text,    // a place in `texts`
  number,  // that many times 10^-decimals
  date,    // days since 1970-01-01
  moment   // microseconds since 1970-01-01 00:00:00
};

struct CodedColumn {
  std::string name;
  CodedKind kind;
  int decimals = 0;
  std::vector<std::string> texts = {};
  bool keys_from_table = false;  // nobody knew the texts before the release
};

// Where there is no value.
inline constexpr std::int64_t kNoCode = std::numeric_limits<std::int64_t>::min();

// Some rows: [column][row], all columns of the same length.
using CodedBlock = std::vector<std::vector<std::int64_t>>;
// Fills a block with the next rows, at most as many; with none at the end.
using NextCodes = std::function<void(CodedBlock& block, std::size_t most)>;

}  // namespace selvage
