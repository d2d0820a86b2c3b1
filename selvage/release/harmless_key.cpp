#include "selvage/release/harmless_key.hpp"

#include <string_view>

#include "selvage/base/rational.hpp"
#include "selvage/base/spelled_out.hpp"

namespace selvage {

std::string harmless_key(const std::string& key) {
  const std::string result = spelled_out(key);
  const auto first = result.find_first_not_of(' ');
  const bool formula =
      first != std::string::npos &&
      std::string_view("=+-@").find(result[first]) != std::string_view::npos;
  return formula && !Rational::parse(result) ? "'" + result : result;
}

}  // namespace selvage
