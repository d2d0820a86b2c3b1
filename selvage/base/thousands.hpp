// Numbers for the eye.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>

namespace selvage {

// A decimal "-1234567.125" as "-1,234,567.125", whatever the locale.
inline std::string thousands(std::string decimal) {
  const std::size_t sign = decimal.starts_with('-') ? 1 : 0;
  for (std::size_t at = std::min(decimal.find('.'), decimal.size()); at > sign + 3;)
    decimal.insert(at -= 3, 1, ',');
  return decimal;
}
inline std::string thousands(std::int64_t number) {
  return thousands(std::to_string(number));
}

}  // namespace selvage
