// From a request to its plan, before any data.
#pragma once
#include "selvage/engine/request.hpp"
#include "selvage/mechanism/cells/plan.hpp"

namespace selvage {

// The plan that meets the request; sees no data. Where an accuracy is wanted, with the
// least epsilon (of three digits) that meets it.
Result<CellsPlan> make_plan(const Request& request);

// The bins and keys of a column, without "other" and "missing"; of keys that are not
// known a guess.
std::int64_t named_places(const DomainColumn& column);

// How many rows a group will hold if the guessed people are spread evenly over the
// named bins and keys; keys that are not known are taken as ten.
std::int64_t planned_rows(const Request& request);

// What somebody should know before relying on a release, one sentence each.
std::vector<std::string> release_warnings(const Request& request,
                                          const CellsPlan& plan);
// The same after what was taken instead of what was said: the request's notes.
std::vector<std::string> warnings(const Request& request, const CellsPlan& plan);

}  // namespace selvage
