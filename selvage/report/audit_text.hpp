// What an audit found, in words: promised and exact, pair by pair.
#pragma once
#include <string>

#include "selvage/report/page.hpp"
#include "selvage/verify/audit.hpp"

namespace selvage {

// `by_class`: people are promised by the size of their class.
std::string audit_text(const verify::Audit& audit, bool by_class,
                       const TextStyle& style);

}  // namespace selvage
