// Lines of a text file, one at a time. A line ends at LF or CR LF, or at the end of the
// file, whatever its length. A byte order mark before the first is no part of it.
#pragma once
#include <optional>
#include <string_view>

#include "selvage/source/byte_stream.hpp"
#include "selvage/source/text_limits.hpp"

namespace selvage {

class TextLines {
 public:
  explicit TextLines(int descriptor, const TextLimits& limits = {});

  // Moves to the next line; false at the end of the file or when reading failed.
  bool next();
  // Without its end; nullopt if it is longer than the limit. Valid until next().
  std::optional<std::string_view> line() const { return line_; }
  const ByteStream& bytes() const { return bytes_; }
  // Where in the file the next line begins.
  std::uint64_t position() const { return bytes_.position() + pending_; }
  // Goes on with the line that begins there.
  void begin_at(std::uint64_t position);
  // Goes on behind the first LF in [from, to); false if there is none.
  bool begin_within(std::uint64_t from, std::uint64_t to);

 private:
  ByteStream bytes_;
  std::size_t longest_;
  std::size_t pending_ = 0;  // bytes of the line last given, to be consumed first
  std::optional<std::string_view> line_;
};

}  // namespace selvage
