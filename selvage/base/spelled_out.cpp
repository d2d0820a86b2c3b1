#include "selvage/base/spelled_out.hpp"

#include <fmt/format.h>

#include "selvage/base/utf8.hpp"

namespace selvage {

std::string spelled_out(std::string_view text, bool ascii) {
  std::string result;
  while (!text.empty()) {
    const auto c = first_code_point(text);
    if (!c)
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    else if (!is_acting(c->value) && (!ascii || c->value < 0x80))
      result += text.substr(0, c->bytes);
    else if (c->value < 0x80)
      result += fmt::format("\\x{:02x}", static_cast<unsigned>(c->value));
    else
      result += fmt::format("\\u{{{:x}}}", static_cast<unsigned>(c->value));
    text.remove_prefix(c ? c->bytes : 1);
  }
  return result;
}

}  // namespace selvage
