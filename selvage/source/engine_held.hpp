// Bounds every person's rows of an engine's table in memory, by all threads of the
// engine: each takes the rows that it reads to buckets of its own.
#pragma once
#include "selvage/source/bucket_walk.hpp"
#include "selvage/source/sorted_persons.hpp"

namespace selvage {

// As each_bounded_row. False if the rows take more memory than the options allow: then
// nothing was handed to `visit`.
Result<bool> each_held_row(DuckdbSession& session, const PersonRowsSql& rows,
                           const HeldRows& held, const Error& broken,
                           const VisitRows& visit,
                           const std::function<double()>& share);

}  // namespace selvage
