// A public guess of people, spread over cells. For plans only.
#pragma once
#include <cstdint>

#include "selvage/summary/domain.hpp"

namespace selvage {

// The bins and keys of a column, without "other" and "missing"; of keys that are not
// known a guess.
std::int64_t named_places(const DomainColumn& column);

// How many rows a group will hold if the guessed people are spread evenly over the
// named bins and keys; keys that are not known are taken as ten.
std::int64_t planned_rows(const Domain& domain, std::int64_t people);

}  // namespace selvage
