// What W gives away of one person, exactly. [T38]
#pragma once
#include <optional>

#include "selvage/mechanism/outlier/law/warped_geometric.hpp"

namespace selvage {

// The least epsilon of a person in a class of so many people, the larger count of two
// neighbours; none where no epsilon does it.
std::optional<Interval> warped_epsilon(const WarpedGeometric& law, std::int64_t people);
// The larger delta of the two directions at this epsilon; exactly 0 where it suffices.
Interval warped_delta(const WarpedGeometric& law, std::int64_t people,
                      const Rational& epsilon);

}  // namespace selvage
