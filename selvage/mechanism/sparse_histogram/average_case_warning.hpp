// The warning that every release with an average-case promise carries, word for word.
#pragma once
#include <string>

#include "selvage/base/rational.hpp"

namespace selvage {

struct AverageCaseWarning {
  Rational alpha, eta, gamma;
  std::int64_t people, exposed;
  std::string alternative;  // with a promise to everybody
};
std::string average_case_warning(const AverageCaseWarning& about);

}  // namespace selvage
