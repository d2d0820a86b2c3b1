// One verb that is answered in two ways, each by a mechanism of its own.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

bool has_field(const Verb& verb, const std::string& name);

struct TwoWays {
  Verb usual, other;
  // Whether the other one is asked for, and whether a certificate is of that one.
  std::function<Result<bool>(const Asked&)> asks_other;
  std::function<bool(const MechanismRecord&)> is_other;
  // What to say of a field that only the way that was not chosen takes.
  std::function<std::string(const std::string& field, bool other_chosen)> misplaced;
  std::string others_after;  // the fields of the other one stand behind this one
};
Verb one_verb(TwoWays ways);

// The other way is asked for by a field that is there or not.
Verb by_flag(Verb usual, Verb other, const std::string& flag,
             std::function<bool(const MechanismRecord&)> is_other);

// By the word robust of the field `mechanism`.
Verb robust_or_usual(Verb usual, Verb robust,
                     std::function<bool(const MechanismRecord&)> is_robust);

// By the word drop-only of the field `mechanism`.
Verb drop_only_or_usual(Verb usual, Verb drop_only,
                        std::function<bool(const MechanismRecord&)> is_drop_only);

// By the word ladder of that field, where drop-only is another way already.
Verb ladder_or_usual(Verb usual, Verb ladder,
                     std::function<bool(const MechanismRecord&)> is_ladder);

// By the word propose-test-release of the field `mechanism`.
Verb tested_or_usual(Verb usual, Verb tested,
                     std::function<bool(const MechanismRecord&)> is_tested);

// A verb of quantiles that with `certain` shows them exactly or not at all.
Verb certain_or_drawn(Verb drawn, Verb certain);

}  // namespace selvage
