// Rows of numbers as they are, with who each is of: for what looks at all rows at once
// and holds them in memory. People are told apart by a keyed hash of 128 bits: two are
// taken for one with probability 2^-127 a pair. [T145]
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "selvage/base/int128.hpp"
#include "selvage/summary/reader.hpp"

namespace selvage {

struct NumberRows {
  std::vector<std::int64_t> numbers = {};  // v_0, v_1, ..., one row after the other
  std::vector<Uint128> people = {};  // of each row; empty where every row is a person

  void add(const NumberRows& more) {
    numbers.insert(numbers.end(), more.numbers.begin(), more.numbers.end());
    people.insert(people.end(), more.people.begin(), more.people.end());
  }
};

// The key is secret, and fresh for every release.
Uint128 person_name(std::string_view person, const BlockKey& key);

// In which of so many blocks such a person lies.
inline std::uint32_t block_of(Uint128 person, std::uint32_t blocks) {
  return static_cast<std::uint32_t>((person >> 64) * blocks >> 64);
}

// A reader that can hand out the rows of block_sums themselves, in any order.
class NumberReader {
 public:
  virtual ~NumberReader() = default;
  virtual Result<NumberRows> number_rows(const BlockKey& key) = 0;
};
// Fails where the reader is none, as Reader::block_sums does.
Result<NumberRows> number_rows(Reader& reader, const BlockKey& key);

}  // namespace selvage
