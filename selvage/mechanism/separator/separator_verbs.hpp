// The plane between two labels that is furthest from both.
#pragma once
#include "selvage/mechanism/separator/separator_request.hpp"
#include "selvage/mechanism/verb.hpp"
#include "selvage/question/domain_file.hpp"

namespace selvage {

std::vector<Verb> separator_verbs();
// The field `x`: columns with their grids, "a=0:9:1,b=0:5:1", may be repeated; or the
// name of one whose grid the domain file has.
Result<std::vector<SeparatorAxis>> asked_axes(const Asked& asked,
                                              const std::optional<DomainFile>& file);

}  // namespace selvage
