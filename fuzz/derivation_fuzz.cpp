// Derivations as they stand in a certificate or a ledger: whoever wrote them, they are
// read, printed and checked.
#include <optional>

#include "fuzz/check.hpp"
#include "fuzz/small_derivation.hpp"
#include "selvage/guarantee/derivation_text.hpp"

namespace selvage {
namespace {

// The same tree with the conclusions that its rules give; none if a rule refuses. A
// change of one number then still makes a derivation that holds.
std::optional<Derivation> derived(const Derivation& node) {
  Derivation result{node.rule, node.inputs, {}, {}};
  for (const Derivation& premise : node.premises) {
    auto below = derived(premise);
    if (!below) return std::nullopt;
    result.premises.push_back(*std::move(below));
  }
  if (!is_small(result)) return std::nullopt;
  auto whole = derive(result.rule, result.inputs, std::move(result.premises));
  return whole ? std::optional(*std::move(whole)) : std::nullopt;
}

void try_derivation(std::string_view text) {
  const auto derivation = parse_derivation(text);
  if (!derivation) {
    check(!derivation.error().message.empty(), "an error has a sentence",
          std::string(text));
    return;
  }
  const std::string printed = derivation_text(*derivation);
  const auto again = parse_derivation(printed);
  check(static_cast<bool>(again), "the printed derivation parses", printed);
  check(derivation_text(*again) == printed, "the printed derivation is a fixed point",
        printed);
  check(!sentences(*derivation).empty(), "a derivation has sentences", printed);
  if (all_small(*derivation))
    check(holds(*again) == holds(*derivation), "what is printed holds as well",
          printed);
  if (const auto proved = derived(*derivation))
    check(holds(*proved) && !sentences(*proved).empty(), "what is derived holds",
          printed);
}

}  // namespace
}  // namespace selvage

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives this name.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  selvage::try_derivation(selvage::as_text(data, size));
  return 0;
}
