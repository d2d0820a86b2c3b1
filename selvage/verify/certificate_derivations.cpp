#include "selvage/verify/certificate_parts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/canonical_json.hpp"
#include "selvage/guarantee/derivation_text.hpp"

namespace selvage::verify {
namespace {

std::size_t nodes(const Derivation& derivation) {
  std::size_t count = 1;
  for (const Derivation& premise : derivation.premises) count += nodes(premise);
  return count;
}

// Composing on a lattice takes seconds at worst; what asks for minutes wants to keep us
// busy.
constexpr double kMostWork = 0x1p23;

// The theorem's number is printed beside the rule, so it must be the rule's.
bool comes_back(const Derivation& derivation, const Json& json) {
  return derivation_text(derivation) == canonical_json(json);
}

// What a proof may choose: any order, any step that leads to the conclusion will do.
bool is_chosen(const Inputs::value_type& input) {
  return input.first == "order" || input.first == "step";
}

}  // namespace

// Every derivation in the certificate, read; or what cannot be read.
Result<Derivations> read_derivations(const Json& json) {
  Derivations all;
  for (const Json& one : json["derivation"]) {
    auto derivation = read_derivation(one);
    if (!derivation) return derivation.error();
    all.as_written = all.as_written && comes_back(*derivation, one);
    all.release.push_back(*std::move(derivation));
  }
  if (json["ledger"].is_null()) return all;
  const Json& spent = json["ledger"]["spent"];
  std::vector<const Json*> others;
  if (!spent["overall"].is_null()) others.push_back(&spent["overall"]);
  for (const Json& claim : spent["claims"]) others.push_back(&claim);
  for (const Json* one : others) {
    auto derivation = read_derivation(*one);
    if (!derivation) return derivation.error();
    all.as_written = all.as_written && comes_back(*derivation, *one);
    all.ledger.push_back(*std::move(derivation));
  }
  return all;
}

Check check_derivations(const Json& json, const Derivations& derivations) {
  if (!derivations.as_written)
    return wrong("derivation", "a node names another theorem than its rule has");
  std::size_t count = 0;
  double work = 0;
  for (const auto* list : {&derivations.release, &derivations.ledger})
    for (const Derivation& one : *list) {
      if (const auto fault = fault_of_inputs(one))
        return wrong("derivation", fault->message);
      work += work_of(one);
    }
  if (!(work <= kMostWork))
    return wrong("derivation",
                 "it would take too long to compute anew, so nothing is confirmed");
  for (std::size_t i = 0; i < derivations.release.size(); ++i) {
    const Derivation& one = derivations.release[i];
    if (!selvage::holds(one))
      return wrong("derivation", "a conclusion does not follow from its premises");
    if (canonical_json(json["guarantees"][i]) !=
        canonical_json(to_json(one.conclusion)))
      return wrong("derivation", "a guarantee is not the conclusion of its derivation");
    count += nodes(one);
  }
  for (const Derivation& one : derivations.ledger) {
    if (!selvage::holds(one))
      return wrong("derivation",
                   "what is claimed of all releases together does not follow");
    count += nodes(one);
  }
  return holds(
      "derivation",
      fmt::format("all {} conclusions were computed anew from the leaves", count));
}

bool proves_the_same(const Derivation& one, const Derivation& other) {
  const auto conclusion = [](const Derivation& node) {
    return canonical_json(to_json(node.conclusion));
  };
  Inputs inputs = one.inputs, others = other.inputs;
  std::erase_if(inputs, is_chosen);
  std::erase_if(others, is_chosen);
  return one.rule == other.rule && inputs == others &&
         conclusion(one) == conclusion(other) &&
         std::equal(one.premises.begin(), one.premises.end(), other.premises.begin(),
                    other.premises.end(), proves_the_same);
}

}  // namespace selvage::verify
