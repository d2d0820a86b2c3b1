// How the dates of a text table are written, where they are not ISO 8601: "%d/%m/%Y",
// in the letters of strftime and strptime.
#pragma once
#include <string>
#include <string_view>

#include "selvage/base/result.hpp"
#include "selvage/summary/calendar.hpp"

namespace selvage {

class DateFormat {
 public:
  DateFormat() = default;  // none: ISO 8601 alone
  explicit operator bool() const { return !text_.empty(); }

  // %Y, or %y (69 to 99 are of the 20th century); %m, %b or %B (English, in any case of
  // letters); %d; and if there are times %H, or %I and %p, %M, %S, %f (decimals of a
  // second) and %z; %% for a percent sign. Other characters stand for themselves.
  // Refuses a format without a day, with a field twice, or with other letters.
  static Result<DateFormat> parse(std::string_view text);

  // %m, %d, %H, %I, %M and %S take one digit or two. None for what is not written so.
  std::optional<Timestamp> read(std::string_view text) const;

  const std::string& text() const { return text_; }
  friend bool operator==(const DateFormat&, const DateFormat&) = default;

 private:
  explicit DateFormat(std::string_view text) : text_(text) {}
  std::string text_;
};

}  // namespace selvage
