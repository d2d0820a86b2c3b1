// What a mechanism can say of an answer that is that of a table without a few people:
// an interface beside Mechanism, for those that have something to say.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "selvage/guarantee/accuracy_derivation.hpp"

namespace selvage {

// Where the bin at an end holds all that lies outside: a value of `at` stands for
// `from` and more, or, at the lower end, for anything below `from`.
struct OpenEnd {
  std::int64_t at, from;
  bool operator==(const OpenEnd&) const = default;
};

// Of one number of an answer.
struct OpenEnds {
  std::optional<OpenEnd> above = std::nullopt, below = std::nullopt;
  // Whether they follow from the unit alone: then a certificate does without them.
  bool of_range = false;

  bool any() const { return above || below; }
  bool of_bins() const { return any() && !of_range; }
  // "above" or "below" where a value stands for all beyond an end; else "".
  const char* beyond(std::int64_t value) const {
    if (above && value == above->at) return "above";
    return below && value == below->at ? "below" : "";
  }
  // The value itself, or where that begins which it stands for.
  std::int64_t edge(std::int64_t value) const {
    if (above && value == above->at) return above->from;
    return below && value == below->at ? below->from : value;
  }
  bool operator==(const OpenEnds&) const = default;
};

// Where values beyond the codes count as the last one on their side.
inline OpenEnds ends_of_range(std::int64_t lowest, std::int64_t most) {
  return {OpenEnd{most, most}, OpenEnd{lowest, lowest}, true};
}

class SetsAside {
 public:
  virtual ~SetsAside() = default;
  // Why at most so many people are set aside. [T203 to T205]
  virtual std::vector<AccuracyDerivation> accuracy_derivations(
      const Rational& /*confidence*/) const {
    return {};
  }
  // Of each number of an answer, in its units; empty where none has any.
  virtual std::vector<OpenEnds> open_ends() const { return {}; }
  // Of the first numbers: they are told where an answer or its interval touches one.
  virtual std::vector<OpenEnds> range_ends() const { return {}; }
};

}  // namespace selvage
