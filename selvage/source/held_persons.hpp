// Bounds every person's rows of a text file in memory, by several threads.
#pragma once
#include "selvage/source/text_persons.hpp"

namespace selvage {

// Hands every kept row to `visit`: the same rows each time, whatever the threads. False
// if the rows take more bytes than `memory`: then nothing was handed to it.
Result<bool> each_held_row(const TextPersons::Parts& parts, std::uint64_t memory,
                           const VisitRows& visit);

// Rows of a file of this size never take more.
std::uint64_t most_held_bytes(const TextPersons::Parts& parts);

}  // namespace selvage
