// For tests: verbs of the column x by the keys k, which are not known.
#pragma once
#include <gtest/gtest.h>

#include "selvage/mechanism/bound_free/bound_free_verbs.hpp"
#include "selvage/mechanism/extremes/extremes_verbs.hpp"
#include "selvage/mechanism/found_keys/found_keys.hpp"
#include "selvage/mechanism/found_keys/found_keys_verbs.hpp"
#include "selvage/mechanism/quantile/quantile_verbs.hpp"

namespace selvage {

inline Verb verb_by_keys(const std::string& name) {
  for (const auto& [verbs, guard] :
       {std::pair(quantile_verbs(), "no_guard"), std::pair(extremes_verbs(), ""),
        std::pair(bound_free_verbs(), "")})
    for (const Verb& verb : verbs)
      if (verb.name == name) return with_found_keys(verb, guard);
  ADD_FAILURE() << name;
  return {};
}

inline Planned planned_by_keys(const std::string& verb, Asked asked) {
  asked.give("by", "k=?");
  auto planned = verb_by_keys(verb).plan(asked);
  EXPECT_TRUE(planned) << planned.error().message;
  return *std::move(planned);
}

inline const FoundKeysMechanism& found_keys(const Planned& planned) {
  return dynamic_cast<const FoundKeysMechanism&>(*planned.plan);
}

}  // namespace selvage
