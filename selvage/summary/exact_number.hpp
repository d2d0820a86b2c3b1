// A number as its decimal digits, so that all formats compare it alike: what a text
// says, a whole number or a decimal as it is, a double as the shortest decimal that
// reads back as it. Kept as bytes whose order is that of the numbers, so that an engine
// can sort and compare them too.
#pragma once
#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "selvage/base/rational.hpp"

namespace selvage {

class ExactNumber {
 public:
  // By the rule of parse_number, which decides what is a number, what is infinite and
  // what is nearer to 0 than any double, and then is 0.
  static std::optional<ExactNumber> read(std::string_view text);
  // The shortest decimal that reads back; both zeros are 0. Require no NaN.
  static ExactNumber of(double number);
  static ExactNumber of(float number);
  // Requires a denominator that divides a power of ten, and fewer than 30,000 digits.
  static ExactNumber of(const Rational& number);

  bool is_infinite() const;
  Rational value() const;  // Requires that it is not infinite.
  const std::string& bytes() const { return bytes_; }

  friend bool operator==(const ExactNumber&, const ExactNumber&) = default;
  friend std::strong_ordering operator<=>(const ExactNumber& a, const ExactNumber& b) {
    return a.bytes_.compare(b.bytes_) <=> 0;
  }

 private:
  explicit ExactNumber(std::string bytes) : bytes_(std::move(bytes)) {}
  static ExactNumber of_digits(std::string_view text);
  static ExactNumber infinite(bool negative);

  std::string bytes_;
};

}  // namespace selvage
