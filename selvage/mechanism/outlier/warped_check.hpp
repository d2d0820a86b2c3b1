// The shipped samplers of W at the profile of a plan, on this machine.
#pragma once
#include "selvage/mechanism/outlier/law/warped_geometric.hpp"
#include "selvage/mechanism/outlier/warped_table.hpp"

namespace selvage {

// Whether the walk of W has exactly the law of W, from counts below, at and above each
// of the first limits of its profile: every output that the walk reaches with more than
// 1e-4, as fractions; and whether the table, where there is one, is right from these
// counts, and a source of noise draws by it. [T40]
bool warped_sampler_is_exact(const WarpedGeometric& law);
// Whether the table gives words on both sides of the boundaries of the law's exact
// distribution function, as near as they may be and nearer, the right outputs.
bool warped_table_is_exact(const WarpedTable& table, const WarpedGeometric& law,
                           std::int64_t count);

}  // namespace selvage
