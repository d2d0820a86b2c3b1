#include "selvage/report/page.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace selvage {
namespace {

constexpr std::size_t kLeastWidth = 40;
constexpr std::size_t kNoteIndent = 10;

}  // namespace

void Line::add(std::string_view text, std::string_view ink) {
  const std::size_t size = text.find_last_not_of(' ') + 1;
  const std::size_t after = text.size() - size;
  text = text.substr(0, size);
  if (!text.empty()) {
    text_.append(blanks_, ' ');
    blanks_ = 0;
    text_ += colour_ && !ink.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", ink, text)
                                     : std::string(text);
  }
  blanks_ += after;
}

void Line::left(std::string_view text, std::size_t width, std::string_view ink) {
  assert(places(text) <= width);
  add(text, ink);
  blanks(width - places(text));
}

void Line::right(std::string_view text, std::size_t width, std::string_view ink) {
  assert(places(text) <= width);
  blanks(width - places(text));
  add(text, ink);
}

Page::Page(const Release& release, const TextStyle& style)
    : release_(release),
      style_(style),
      width_(
          std::max(static_cast<std::size_t>(std::max(style.width, 0)), kLeastWidth)) {
  if (style.bare) return;
  Line heading = line();
  heading.add(cut(safe(title(release, style.speech)), width_, script()), kBold);
  put(heading);
  blank_line();
}

void Page::remark(const std::string& words) {
  for (const auto& part : wrap(words, width_)) {
    Line one = line();
    one.add(part, kFaint);
    put(one);
  }
}

void Page::remark_left_out(std::size_t count, const std::string& what, bool across) {
  const auto see_all = style_.speech.see_all;
  const std::string how =
      see_all == nullptr
          ? ""
          : fmt::format(" ({} to see all)", safe(see_all(release_, across)));
  remark(fmt::format("... and {} more {}{}{}",
                     thousands(static_cast<std::int64_t>(count)), what,
                     count == 1 ? "" : "s", how));
}

void Page::put_note(std::string_view name, const std::string& words) {
  bool first = true;
  for (const auto& part : wrap(safe(words), width_ - kNoteIndent)) {
    Line one = line();
    one.left(first ? name : "", kNoteIndent, name == "warning" ? kAlarm : kBold);
    one.add(part);
    put(one);
    first = false;
  }
}

std::string Page::ended(const std::string& holder,
                        const std::vector<std::string>& more) {
  if (style_.bare) {
    for (const auto& words : more) remark(safe(words));
    return std::move(text_);
  }
  blank_line();
  for (const auto& note : notes(release_, holder, script(), style_.speech)) {
    put_note(note.name, note.words);
    if (note.name == "error")
      for (const auto& words : more) put_note("", words);
  }
  return std::move(text_);
}

NumberColumn::NumberColumn(const NumberFormat& exact,
                           const std::vector<Estimate>& numbers, std::size_t room,
                           const std::string& name)
    // Dropping digits makes no room for a name.
    : name_(name),
      format_(
          fitted(exact, std::max(room, places(name)), [&](const NumberFormat& format) {
            value_width_ = 0;
            spread_width_ = 0;
            for (const auto& number : numbers) {
              value_width_ = std::max(value_width_, places(format.value(number)));
              spread_width_ = std::max(spread_width_, places(format.spread(number)));
            }
            return width();
          })) {
  value_width_ = std::max(value_width_, places(name_));
}

void NumberColumn::draw(const Estimate& number, Line& line) const {
  line.right(format_.value(number), value_width_);
  line.blanks(1);
  line.left(format_.spread(number), spread_width_);
}

}  // namespace selvage
