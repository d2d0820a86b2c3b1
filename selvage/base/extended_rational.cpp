#include "selvage/base/extended_rational.hpp"

#include <cassert>

namespace selvage {

ExtendedRational ExtendedRational::infinity() {
  ExtendedRational result;
  result.infinite_ = true;
  return result;
}

Result<ExtendedRational> ExtendedRational::parse(std::string_view text) {
  if (text == "inf" || text == "infinity") return infinity();
  auto value = Rational::parse(text);
  if (!value) return value.error();
  return ExtendedRational(*std::move(value));
}

const Rational& ExtendedRational::finite() const {
  assert(!infinite_);
  return value_;
}

std::string ExtendedRational::text() const {
  return infinite_ ? "infinity" : value_.text();
}

std::string ExtendedRational::short_text() const {
  return infinite_ ? "infinity" : value_.short_text();
}

ExtendedRational operator+(const ExtendedRational& a, const ExtendedRational& b) {
  if (a.infinite_ || b.infinite_) return ExtendedRational::infinity();
  return a.value_ + b.value_;
}

ExtendedRational ExtendedRational::times(std::int64_t count) const {
  assert(count >= 1 || !infinite_);
  if (infinite_) return *this;
  return value_ * count;
}

std::strong_ordering operator<=>(const ExtendedRational& a, const ExtendedRational& b) {
  if (a.infinite_ || b.infinite_) return a.infinite_ <=> b.infinite_;
  return a.value_ <=> b.value_;
}

}  // namespace selvage
