// The whole program in one paragraph: plan, bind, (charge), look and run, certify.
#pragma once
#include "selvage/engine/request.hpp"
#include "selvage/mechanism/plan.hpp"
#include "selvage/release/release.hpp"
#include "selvage/source/table.hpp"

namespace selvage {

// The plan that meets the request; sees no data.
Result<Plan> make_plan(const Request& request);

// Requires a request that names a table.
Result<Release> answer(const Request& request, const TableOptions& options);

// What the user should know before relying on the plan, one sentence each.
std::vector<std::string> warnings(const Request& request);

}  // namespace selvage
