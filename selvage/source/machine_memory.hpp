// How much memory rows may take while they are sorted by person, where nobody says it:
// half of what is free, at least 400 MB and at most 64 GB. It follows from the machine
// and from no row, and no number that is released depends on it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace selvage {

// As `memory` is written: "400MB", "2GB". None if it is written otherwise.
std::optional<std::uint64_t> memory_bytes(const std::string& text);

// In whole megabytes. Free is what the system says is available, or what the limit of
// this process's control group leaves, or of a group around it, if that is less. `root`
// is where the system shows such things: tests have their own.
std::string default_memory(const std::string& root = "/");

}  // namespace selvage
