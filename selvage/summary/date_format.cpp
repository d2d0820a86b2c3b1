#include "selvage/summary/date_format.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/summary/iso_moment.hpp"
#include "selvage/summary/take_digits.hpp"

namespace selvage {
namespace {

constexpr std::size_t kLongestFormat = 100;
constexpr std::string_view kDateLetters = "YymbBdHIpMSfz";
constexpr std::array<std::string_view, 12> kMonths = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};

Error wrong_format(std::string_view text, const std::string& why) {
  return wrong_field("date_format",
                     fmt::format("`date_format` '{}' {}; write for example %d/%m/%Y",
                                 utf8_part(text), why),
                     "%d/%m/%Y");
}

char small(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// In any case of letters.
bool take_word(std::string_view& text, std::string_view word) {
  if (text.size() < word.size() ||
      !std::equal(word.begin(), word.end(), text.begin(),
                  [](char a, char b) { return a == small(b); }))
    return false;
  text.remove_prefix(word.size());
  return true;
}

// One digit, or as many as there are up to `most`.
std::optional<unsigned> take_up_to(std::string_view& text, std::size_t most) {
  const std::size_t digits = std::min(leading_digits(text), most);
  return digits > 0 ? take_digits(text, digits) : std::nullopt;
}

std::optional<unsigned> take_month_name(std::string_view& text, bool whole) {
  for (std::size_t i = 0; i < kMonths.size(); ++i)
    if (take_word(text, whole ? kMonths[i] : kMonths[i].substr(0, 3)))
      return static_cast<unsigned>(i + 1);
  return std::nullopt;
}

// What one text has said so far.
struct Taken {
  MomentFields fields;
  std::optional<unsigned> hour12;
  bool afternoon = false;

  bool set(std::optional<unsigned> value, unsigned& field) {
    field = value.value_or(0);
    return value.has_value();
  }
  bool take_field(char letter, std::string_view& text) {
    switch (letter) {
      case 'Y':
        return set(take_digits(text, 4), fields.year);
      case 'y': {
        const auto year = take_digits(text, 2);
        fields.year = year.value_or(0) + (year.value_or(0) < 69 ? 2000 : 1900);
        return year.has_value();
      }
      case 'm':
        return set(take_up_to(text, 2), fields.month);
      case 'b':
      case 'B':
        return set(take_month_name(text, letter == 'B'), fields.month);
      case 'd':
        return set(take_up_to(text, 2), fields.day);
      case 'H':
        return set(take_up_to(text, 2), fields.hour);
      case 'I':
        hour12 = take_up_to(text, 2);
        return hour12 && *hour12 >= 1 && *hour12 <= 12;
      case 'p':
        afternoon = take_word(text, "pm");
        return afternoon || take_word(text, "am");
      case 'M':
        return set(take_up_to(text, 2), fields.minute);
      case 'S':
        return set(take_up_to(text, 2), fields.second);
      case 'f':
        return take_fraction(text);
      default:
        return letter == 'z' && take_zone(text);
    }
  }
  bool take_fraction(std::string_view& text) {
    if (leading_digits(text) == 0) return false;
    for (std::int64_t worth = 100'000; const auto digit = take_digits(text, 1);
         worth /= 10)
      fields.microseconds += *digit * worth;
    return true;
  }
  // What follows an offset begins with no digit and no colon.
  bool take_zone(std::string_view& text) {
    const std::size_t end =
        std::min(text.find_first_not_of("+-0123456789:Zz"), text.size());
    std::string_view zone = text.substr(0, end);
    const auto offset = zone.empty() ? std::nullopt : take_offset(zone);
    if (!offset || !zone.empty()) return false;
    fields.offset = *offset;
    text.remove_prefix(end);
    return true;
  }
  std::optional<Timestamp> moment() {
    if (hour12) fields.hour = *hour12 % 12 + (afternoon ? 12 : 0);
    return moment_of_fields(fields);
  }
};

}  // namespace

Result<DateFormat> DateFormat::parse(std::string_view text) {
  if (text.size() > kLongestFormat || !is_utf8(text))
    return wrong_format(text.substr(0, 20), "is too long, or not UTF-8");
  std::string letters;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') continue;
    const char letter = ++i < text.size() ? text[i] : '\0';
    if (letter == '%') continue;
    if (letter == '\0' || kDateLetters.find(letter) == std::string_view::npos)
      return wrong_format(
          text,
          fmt::format("has %{} at character {}, and the fields are %Y %y %m %b %B "
                      "%d %H %I %p %M %S %f %z",
                      letter == '\0' ? "" : utf8_part(text.substr(i, 1)), i));
    if (letters.find(letter) != std::string::npos)
      return wrong_format(text, fmt::format("has %{} twice", letter));
    letters += letter;
  }
  const auto has = [&](std::string_view some) {
    return std::count_if(letters.begin(), letters.end(), [&](char letter) {
      return some.find(letter) != std::string_view::npos;
    });
  };
  if (has("Yy") != 1) return wrong_format(text, "must have one of %Y and %y");
  if (has("mbB") != 1) return wrong_format(text, "must have one of %m, %b and %B");
  if (has("d") != 1) return wrong_format(text, "must have the day, %d");
  if (has("HI") > 1 || has("I") != has("p"))
    return wrong_format(text, "must have %H, or %I and %p, for hours");
  if ((has("M") && !has("HI")) || (has("S") && !has("M")) || (has("f") && !has("S")))
    return wrong_format(text, "has a part of a time without the larger one");
  return DateFormat(text);
}

std::optional<Timestamp> DateFormat::read(std::string_view text) const {
  Taken taken;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const bool field = text_[i] == '%' && text_[i + 1] != '%';
    if (text_[i] == '%') ++i;
    if (field ? !taken.take_field(text_[i], text) : !take(text, text_[i]))
      return std::nullopt;
  }
  return text.empty() ? taken.moment() : std::nullopt;
}

}  // namespace selvage
