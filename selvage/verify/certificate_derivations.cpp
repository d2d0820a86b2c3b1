#include "selvage/verify/certificate_parts.hpp"

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

// The promise to everybody first, then what stands beside it: rho of Gaussian noise, or
// the promises by classes; at the end, where the ledger counts replaced people, the
// first one for them. Each once.
bool states_its_promises(const Json& json, const std::vector<Derivation>& stated) {
  std::vector<std::string> kinds, wanted;
  for (const Derivation& one : stated)
    kinds.push_back(to_json(one.conclusion)["kind"].get<std::string>());
  const std::string& noise =
      json["mechanism"]["numbers"][0]["noise"].get_ref<const std::string&>();
  const bool replaced =
      !json["ledger"].is_null() &&
      json["ledger"]["terms"]["neighbours"] == Json("replace_person") &&
      kinds.front() == "dp";
  if (replaced) {
    if (stated.size() < 2 || stated.back().rule != "replace_from_add_remove" ||
        derivation_text(stated.back().premises[0]) != derivation_text(stated.front()))
      return false;
    kinds.pop_back();
  }
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (stated[i].conclusion.neighbours != Neighbours::add_remove_person) return false;
  if (noise == "discrete_laplace") return kinds == std::vector<std::string>{"dp"};
  if (noise == "discrete_gaussian")
    return kinds == std::vector<std::string>{"dp", "zcdp"};
  std::size_t next = kinds.front() == "dp" ? 1 : 0;
  for (const char* kind : {"outlier", "distributional"})
    if (next < kinds.size() && kinds[next] == kind) ++next;
  return next == kinds.size();
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
  if (!states_its_promises(json, derivations.release))
    return wrong("derivation", "other promises are stated than such a release has");
  return holds(
      "derivation",
      fmt::format("all {} conclusions were computed anew from the leaves", count));
}

}  // namespace selvage::verify
