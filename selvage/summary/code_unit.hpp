// What the codes of numbers are multiples of, and how far they reach: a public part of
// a request, or of a declared schema.
//   0.01       a power of ten: whole codes up to 2^62
//   2^-32      a power of two: codes up to 2^96 with the bits of doubles
//   0.01:64    codes up to 2^64 with 57 bits, for unsigned numbers of 64 bits
//   0.01:126   codes up to 2^126 with 56 bits, for numbers of 128 bits
// [T250]
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "selvage/summary/code_scale.hpp"

namespace selvage {

struct CodeUnit {
  Rational number = Rational::power_of_two(-32);
  int exponent = 0;  // 64, 126; 0: the usual one

  // Any number, and any exponent from 1 to 999; none where it is no unit.
  static std::optional<CodeUnit> parse(std::string_view text);
  std::string text() const;

  // Of 2^-h the h, where it is from 1 to 95 and says its reach by itself.
  std::optional<int> halvings() const;
  // Whether it is one of those above: powers of ten are from 1e-18 to 1000000.
  bool is_usable() const;
  // Requires that.
  CodeScale scale() const;
  // Its half, as a text: what is smaller counts as 0.
  std::string half_text() const;
  // "2^64", or a decimal: from here on sizes count as this. So many octaves farther,
  // where its codes are not linear.
  std::string reach_text(int octaves = 0) const;

  friend bool operator==(const CodeUnit&, const CodeUnit&) = default;
};

}  // namespace selvage
