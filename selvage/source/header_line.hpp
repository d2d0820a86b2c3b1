// The names of the columns of a delimited file, from its first line alone.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/source/byte_stream.hpp"
#include "selvage/source/text_limits.hpp"

namespace selvage {

struct DelimitedHeader {
  char delimiter = ',';
  std::vector<std::string> names;  // empty if the file is
};

// The delimiter is the given one, or whichever of , ; | tab makes the most names
// without cutting quoted ones. Fails if the line is no text, is too long, holds a CR or
// a quote that does not close there.
Result<DelimitedHeader> read_header(const OpenFile& file, const std::string& path,
                                    std::optional<char> delimiter,
                                    const TextLimits& limits = {});

}  // namespace selvage
