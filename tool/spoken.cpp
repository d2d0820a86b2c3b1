#include "tool/spoken.hpp"

#include <algorithm>

#include "tool/commands.hpp"

namespace selvage::tool {

std::string spoken(const std::string& sentence) {
  std::string result;
  std::size_t at = 0;
  while (at < sentence.size()) {
    const auto begin = sentence.find('`', at);
    const auto end = begin == std::string::npos ? begin : sentence.find('`', begin + 1);
    if (end == std::string::npos) break;
    std::string option = "--" + sentence.substr(begin + 1, end - begin - 1);
    std::replace(option.begin(), option.end(), '_', '-');
    const bool is_value = begin > 0 && sentence[begin - 1] == '\'';
    result += sentence.substr(at, begin - at);
    if (!is_value && is_option(option)) {
      result += option;
      at = end + 1;
    } else {
      result += '`';
      at = begin + 1;  // the second backquote may begin a field
    }
  }
  return result + sentence.substr(std::min(at, sentence.size()));
}

}  // namespace selvage::tool
