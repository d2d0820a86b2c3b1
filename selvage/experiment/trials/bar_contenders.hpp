// Everything that answers for bars: the verbs of the program, asked as anybody would
// ask them, and their rivals. All of them protect one person more or less, with the
// same epsilon and delta.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/experiment/trials/bar_worlds.hpp"

namespace selvage {

class RandomSource;

struct BarTable {
  std::vector<std::int64_t> bars;
  std::vector<std::int64_t> least_edits;  // by distance: see bar_answers.hpp
};

struct BarContender {
  std::string name;
  // Of the answer, from 1 on; 0 where there is none.
  std::function<std::int64_t(const BarTable& table, RandomSource& random)> publish;
  bool is_default = false;  // what the verb does where nothing else is asked
};

// Refuses what they refuse.
Result<std::vector<BarContender>> bar_contenders(const BarWorld& world,
                                                 const Rational& epsilon,
                                                 const Rational& delta);

}  // namespace selvage
