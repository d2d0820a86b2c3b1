// For tests: what a certificate tells of a plan, and what others see of it.
#pragma once
#include <gtest/gtest.h>

#include "selvage/mechanism/verb.hpp"

namespace selvage {

inline Planned planned(const std::vector<Verb>& verbs, const std::string& verb,
                       const Asked& asked) {
  for (const Verb& known : verbs)
    if (known.name == verb) {
      auto plan = known.plan(asked);
      EXPECT_TRUE(plan) << plan.error().message;
      return *std::move(plan);
    }
  ADD_FAILURE() << verb;
  std::abort();
}

inline MechanismRecord record_of(const Planned& planned) {
  const Mechanism& mechanism = *planned.plan;
  return {.question = planned.question,
          .law = mechanism.law(),
          .shown = mechanism.shown(),
          .fewer_than = mechanism.fewer_than(),
          .reason = mechanism.reason()};
}

// All that others see of a mechanism before any data.
inline Json told_of(const Mechanism& mechanism, const Rational& confidence) {
  Json promises = Json::array(), errors = Json::array();
  for (const Derivation& one : mechanism.guarantees()) promises.push_back(to_json(one));
  for (const ErrorRow& row : mechanism.errors(std::nullopt, confidence))
    errors.push_back(row.bound ? row.bound->text() : "none");
  return {{"name", mechanism.name()},
          {"reason", mechanism.reason()},
          {"law", mechanism.law()},
          {"shown", mechanism.shown()},
          {"promises", promises},
          {"errors", errors},
          {"warnings", mechanism.warnings(confidence)}};
}

using Read = std::function<Result<Plan>(const MechanismRecord&)>;

// The same plan comes back.
inline void expect_the_same_again(const Planned& plan, const Read& read) {
  const auto again = read(record_of(plan));
  ASSERT_TRUE(again) << again.error().message << plan.plan->law();
  EXPECT_EQ(told_of(**again, plan.confidence), told_of(*plan.plan, plan.confidence));
  EXPECT_EQ((*again)->fewer_than(), plan.plan->fewer_than());
}

// Read as it is, and refused once it is changed.
template <class Change>
bool is_refused(MechanismRecord record, const Read& read, const Change& change) {
  EXPECT_TRUE(read(record));
  change(record);
  return !read(record);
}

}  // namespace selvage
