// For tests: the plan of what is asked, by its verb.
#pragma once
#include "selvage/question/asked_testing.hpp"
#include "selvage/verbs/verbs.hpp"

namespace selvage {

inline Result<Planned> plan_of(const RequestText& text) {
  const Verb* verb = find_verb(text.verb);
  if (verb == nullptr)
    return Error{ErrorKind::invalid_request, "there is no such verb"};
  return verb->plan(asked_of(text));
}

}  // namespace selvage
