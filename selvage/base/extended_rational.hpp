// An exact fraction, or infinity: the parameter of somebody who is promised nothing.
#pragma once
#include "selvage/base/rational.hpp"

namespace selvage {

class ExtendedRational {
 public:
  ExtendedRational() = default;
  ExtendedRational(Rational value)  // NOLINT: implicit on purpose, a fraction is one
      : value_(std::move(value)) {}
  ExtendedRational(std::int64_t whole) : value_(whole) {}  // NOLINT: same
  static ExtendedRational infinity();
  // As Rational::parse, or "inf", or "infinity".
  static Result<ExtendedRational> parse(std::string_view text);

  bool is_infinite() const { return infinite_; }
  const Rational& finite() const;  // Requires that it is.
  int sign() const { return infinite_ ? 1 : value_.sign(); }
  // Requires count >= 1 where it is infinite.
  ExtendedRational times(std::int64_t count) const;
  // "infinity", or as the fraction says it.
  std::string text() const;
  std::string short_text() const;

  friend ExtendedRational operator+(const ExtendedRational& a,
                                    const ExtendedRational& b);
  bool operator==(const ExtendedRational&) const = default;
  friend std::strong_ordering operator<=>(const ExtendedRational& a,
                                          const ExtendedRational& b);

 private:
  Rational value_;  // 0 where infinite
  bool infinite_ = false;
};

}  // namespace selvage
