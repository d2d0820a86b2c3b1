// Reads what follows --where. The grammar is in docs/where.md; none of it is SQL that
// an engine would see.
#pragma once
#include <string_view>

#include "selvage/summary/predicate.hpp"

namespace selvage {

inline constexpr std::size_t kMaxPredicateBytes = 20'000;
inline constexpr int kMaxPredicateDepth = 64;  // of parentheses and `not`

// Fails with one sentence that names the place and what was expected there. The
// canonical text of what it returns is within the same limits.
Result<Predicate> parse_predicate(std::string_view text);

}  // namespace selvage
