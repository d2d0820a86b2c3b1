#include "selvage/mechanism/sparse_histogram/average_case_warning.hpp"

#include <fmt/format.h>

namespace selvage {

std::string average_case_warning(const AverageCaseWarning& about) {
  return fmt::format(
      "Average-case protection only. This release uses random differential privacy "
      "(alpha = {0}, eta = {1}, gamma = {2}). It assumes the {3} rows are independent "
      "draws from one population. People with common values are protected as by "
      "differential privacy. Up to an expected {4} of the {3} people, those with rare "
      "values, may have NO protection: whether a cell is empty is published exactly. "
      "Someone who already knows the other rows can identify such a person with "
      "certainty. Do not use this for health, criminal, political or other sensitive "
      "attributes, for small populations, or when a person could be unique. "
      "Alternative with a worst-case guarantee: {5}",
      about.alpha.text(), about.eta.text(), about.gamma.text(), about.people,
      about.exposed, about.alternative);
}

}  // namespace selvage
