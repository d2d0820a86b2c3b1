// Numbers as they are written in requests, certificates and tables.
#include <cmath>

#include "fuzz/check.hpp"
#include "selvage/base/rational.hpp"
#include "selvage/summary/parse_number.hpp"

namespace selvage {
namespace {

void try_exact(std::string_view text, const Rational& exact) {
  const std::string printed = exact.text();
  const auto again = Rational::parse(printed);
  check(again && *again == exact, "parse(text()) is the number", printed);
  check(!exact.short_text().empty() && exact.short_text().size() < 64,
        "short_text() is short", printed);
  check(exact.floor() <= exact && exact <= exact.ceil(), "floor <= x <= ceil", printed);
  if (text.find('/') == std::string_view::npos)
    check(parse_number(text) == exact.to_double(), "both parsers read the same number",
          printed);
}

void try_number(std::string_view text) {
  const auto nearest = parse_number(text);
  check(!nearest || !std::isnan(*nearest), "nan is missing", std::string(text));
  if (nearest && std::isfinite(*nearest))
    check(Rational::from_double(*nearest).to_double() == *nearest,
          "a double is read back", std::string(text));
  const auto exact = Rational::parse(text);
  if (exact)
    try_exact(text, *exact);
  else
    check(!exact.error().message.empty(), "an error has a sentence", std::string(text));
}

}  // namespace
}  // namespace selvage

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives this name.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  selvage::try_number(selvage::as_text(data, size));
  return 0;
}
