// Derivations as they stand in a certificate or a ledger: whoever wrote them, they are
// read, printed and checked.
#include <algorithm>
#include <optional>

#include "fuzz/check.hpp"
#include "selvage/guarantee/derivation_text.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMost = 256;          // of shifts, variances and times
constexpr std::int64_t kMostEntries = 4096;  // of the lattice
constexpr std::size_t kLongest = 60;         // of a number

// No loss of the promise is larger, but for delta; none if its law is large.
std::optional<Rational> largest_loss(const Promise& promise) {
  if (const auto* dp = std::get_if<DpPromise>(&promise)) return absolute(dp->epsilon);
  if (const auto* laplace = std::get_if<LaplaceLossPromise>(&promise)) {
    if (laplace->shift > kMost) return std::nullopt;
    return laplace->scale.sign() > 0 ? Rational(laplace->shift) / laplace->scale : 0;
  }
  if (const auto* gaussian = std::get_if<GaussianLossPromise>(&promise)) {
    const auto& [variance, shift] = *gaussian;
    if (variance > kMost || shift > kMost) return std::nullopt;
    return variance.sign() > 0
               ? (Rational(shift) + (variance + 1) * 26) * shift / variance
               : 0;
  }
  return Rational(0);  // refused
}

// Promises are composed on a lattice, exactly: that may take seconds for large ones,
// which would be all that a fuzzer does. Only small ones are tried.
bool is_small(const Derivation& node) {
  if (node.rule != "composition_by_privacy_loss" && node.rule != "optimal_composition")
    return true;
  Rational loss = 0, step = 0;
  for (const auto& [name, value] : node.inputs) {
    if (value.text().size() > kLongest) return false;
    if (name.starts_with("times_") && value > kMost) return false;
    if (name == "step") step = value;
  }
  for (const Derivation& premise : node.premises) {
    const auto largest = largest_loss(premise.conclusion.promise);
    if (!largest || largest->text().size() > kLongest) return false;
    loss = loss + *largest * kMost * 2;
  }
  return node.premises.size() == 1 || loss <= step * kMostEntries;
}

bool all_small(const Derivation& node) {
  return is_small(node) &&
         std::all_of(node.premises.begin(), node.premises.end(), all_small);
}

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
