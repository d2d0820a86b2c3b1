#include "tool/style.hpp"

#include <fmt/format.h>

#include "tool/spoken.hpp"
#include "tool/terminal.hpp"

namespace selvage::tool {
namespace {

// What a table does not show is in the ledger, or can be written now.
std::string see_all(const Release& release, bool pivot) {
  if (!release.ledger) return "--rows all, --out FILE.csv or --json FILE";
  return fmt::format("selvage show {}:{} --rows all{}", release.ledger->file,
                     release.ledger->entry, pivot ? " --show pivot" : "");
}

}  // namespace

const Speech kSpeech = {.spoken = spoken, .see_all = see_all};

TextStyle terminal_style() {
  return {.width = stdout_width(),
          .colour = colour_wanted(),
          .unicode = unicode_wanted(),
          .speech = kSpeech};
}

std::string wrapped(const std::string& words) {
  std::string text;
  for (const auto& line :
       wrap(safe_text(words), static_cast<std::size_t>(stdout_width())))
    text += line + "\n";
  return text;
}

}  // namespace selvage::tool
