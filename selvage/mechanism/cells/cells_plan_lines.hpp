// What every plan over cells tells beyond its promises.
#pragma once
#include "selvage/mechanism/mechanism.hpp"

namespace selvage {

PlanLine prior_line(const Domain& domain, const Prior& prior);
PlanLine threshold_line(std::int64_t key_threshold);
// For programs: how many cells there are, and rows in each.
Json planned_cells_json(const Domain& domain, const Prior& prior);

}  // namespace selvage
