// For tests: a count with noise of `robust` on top.
#pragma once
#include <gtest/gtest.h>

#include "selvage/mechanism/cells/cells_verbs.hpp"
#include "selvage/mechanism/robust/robust_mechanism.hpp"
#include "selvage/mechanism/robust/robust_verbs.hpp"

namespace selvage {

inline Verb robust_count_verb() {
  for (const Verb& verb : counting_verbs())
    if (verb.name == "count") return with_robust(verb);
  return {};
}

inline Result<Planned> planned_robust(const std::string& robust) {
  return robust_count_verb().plan({{"epsilon", "1"}, {"robust", robust}});
}

inline std::shared_ptr<const RobustMechanism> robust_count(const std::string& robust) {
  const auto planned = planned_robust(robust);
  EXPECT_TRUE(planned) << planned.error().message;
  return std::dynamic_pointer_cast<const RobustMechanism>(planned->plan);
}

}  // namespace selvage
