#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "selvage/base/errors.hpp"
#include "selvage/question/field.hpp"

namespace selvage {

Error said_of(const std::string& field, Error error, std::string suggestion,
              bool colon) {
  error.message = fmt::format("`{}`{} {}", field,
                              colon || error.message.starts_with("cannot") ? ":" : "",
                              error.message);
  error.field = field;
  error.suggestion = std::move(suggestion);
  return error;
}

std::optional<std::string> Asked::text(const std::string& field) const {
  const auto found = texts_.find(field);
  if (found == texts_.end()) return std::nullopt;
  return found->second.front();
}

std::string Asked::text_or(const std::string& field,
                           const std::string& otherwise) const {
  return text(field).value_or(otherwise);
}

std::vector<std::string> Asked::texts(const std::string& field) const {
  const auto found = texts_.find(field);
  return found == texts_.end() ? std::vector<std::string>() : found->second;
}

Result<std::optional<Rational>> Asked::number(const std::string& field,
                                              const std::string& suggestion) const {
  const auto written = text(field);
  if (!written) return std::optional<Rational>();
  auto number = Rational::parse(*written);
  if (!number) return said_of(field, number.error(), suggestion);
  return std::optional(*std::move(number));
}

Result<std::optional<std::int64_t>> Asked::whole(const std::string& field,
                                                 std::int64_t most) const {
  const auto written = text(field);
  if (!written) return std::optional<std::int64_t>();
  const auto number = Rational::parse(*written);
  const auto whole = number && number->is_integer() ? number->to_int64() : std::nullopt;
  if (!whole || *whole < 1 || *whole > most)
    return wrong_field(field,
                       fmt::format("`{}` '{}' is not a whole number from 1 to {}",
                                   field, *written, most),
                       "1");
  return std::optional(*whole);
}

Result<std::string> Asked::word(const std::string& field,
                                const std::vector<std::string>& words) const {
  const auto written = text(field);
  if (!written) return words.front();
  if (std::find(words.begin(), words.end(), *written) != words.end()) return *written;
  return wrong_field(field,
                     fmt::format("`{}` '{}' is not one of {}", field, *written,
                                 fmt::join(words, ", ")),
                     words.front());
}

}  // namespace selvage
