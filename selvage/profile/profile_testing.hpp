// For tests: a profile as one writes it.
#pragma once
#include <string>
#include <vector>

#include "selvage/profile/profile.hpp"

namespace selvage {

inline std::vector<ProfileStep> profile(const std::string& text) {
  return *parse_profile(text);
}

}  // namespace selvage
