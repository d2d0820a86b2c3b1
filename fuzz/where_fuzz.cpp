// The tests of --where: their canonical text is stored, and must read back.
#include "fuzz/check.hpp"
#include "selvage/summary/predicate_parse.hpp"

namespace selvage {
namespace {

void try_where(std::string_view text) {
  const auto predicate = parse_predicate(text);
  if (!predicate) {
    check(!predicate.error().message.empty(), "an error has a sentence",
          std::string(text));
    return;
  }
  const std::string printed = predicate_text(*predicate);
  const auto again = parse_predicate(printed);
  check(static_cast<bool>(again), "the canonical text parses", printed);
  check(predicate_text(*again) == printed, "the canonical text is a fixed point",
        printed);
  check(*again == *predicate, "the canonical text is the same predicate", printed);
}

}  // namespace
}  // namespace selvage

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives this name.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  selvage::try_where(selvage::as_text(data, size));
  return 0;
}
