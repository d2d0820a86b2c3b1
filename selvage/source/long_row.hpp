// One row of a delimited file, a field after the other, in bounded memory whatever its
// length, by the rules of delimited.hpp.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "selvage/source/byte_stream.hpp"

namespace selvage {

class LongRow {
 public:
  // The stream is at the start of a row, which is not empty.
  LongRow(ByteStream& bytes, char delimiter, std::size_t longest)
      : bytes_(bytes), delimiter_(delimiter), longest_(longest) {}

  // Passes a field; false if it was the last, and the stream is at the next row.
  bool pass();
  // Its text; nullopt if it is longer than the limit.
  std::optional<std::string_view> text() const;

 private:
  bool pass_quoted();
  void pass_plain();
  void keep(std::string_view part);

  ByteStream& bytes_;
  char delimiter_;
  std::size_t longest_;
  std::string kept_;  // up to a byte more than the longest
};

}  // namespace selvage
