// The six histograms of the flexible-accuracy paper [BCDP22], and the answer that is
// read off each. Their numbers did not all survive in print; what is ours is said.
#pragma once
#include <string>
#include <vector>

#include "selvage/experiment/rivals/bar_rivals.hpp"

namespace selvage {

class SeededWords;

struct BarWorld {
  std::string name;   // "max, one long tail"
  std::string about;  // how it is made
  BarAnswer answer;
  std::size_t bars;
  std::vector<std::int64_t> (*draw)(SeededWords& words);
};

const std::vector<BarWorld>& bar_worlds();

// The answers that dropping at most this share of the people can reach, rising; 0 where
// nobody may be left.
std::vector<std::int64_t> reached_answers(const BarAnswer& answer, Bars bars,
                                          const Rational& share);
// How far an answer is from the nearest of them.
std::int64_t flexible_error_of(const std::vector<std::int64_t>& reached,
                               std::int64_t answer);

}  // namespace selvage
