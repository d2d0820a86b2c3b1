// What a file is that is not the table that its name says, from its first bytes: one
// sentence with the way out.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "selvage/source/byte_stream.hpp"
#include "selvage/summary/table_name.hpp"

namespace selvage {

// By the first 512 bytes or all there are. None for what the format may be, and for
// what is not known. Bytes that no row of a text can begin with decide.
std::optional<std::string> other_kind(std::string_view start, TableFormat format);

// Refuses a file of another kind, as unreadable.
Outcome check_kind(const OpenFile& file, const TableName& name);

}  // namespace selvage
