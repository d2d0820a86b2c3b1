// The values of a column: bins, dates, keys. Not '@FILE': that is another file's text.
#include <set>

#include "fuzz/check.hpp"
#include "selvage/summary/domain.hpp"

namespace selvage {
namespace {

constexpr std::size_t kPlaces = 8;  // how many are asked at each end

void try_values(const std::string& text) {
  if (text.starts_with('@')) return;
  const auto values = parse_values(text);
  if (!values) {
    check(!values.error().message.empty(), "an error has a sentence", text);
    return;
  }
  const DomainColumn column{"x", *values};
  const std::string printed = column.text();
  const auto again = parse_values(printed);
  check(again && DomainColumn{"x", *again}.text() == printed,
        "the values' text is a fixed point", printed);
  std::set<std::string> labels;
  std::size_t asked = 0;
  for (std::size_t place = 0; place < column.places(); ++place, ++asked) {
    if (place == kPlaces && column.places() > 2 * kPlaces)
      place = column.places() - kPlaces;
    labels.insert(column.label(place));
  }
  check(labels.size() == asked, "places have different labels", printed);
}

}  // namespace
}  // namespace selvage

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives this name.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  selvage::try_values(std::string(selvage::as_text(data, size)));
  return 0;
}
