#include "selvage/verify/certificate_parts.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include <fmt/format.h>

#include "selvage/base/canonical_json.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/ledger/ledger_table.hpp"

namespace selvage::verify {
namespace {

// Planned accounting may tell the same noise by its privacy loss. [T22, T28]
bool is_its_loss(const Derivation& node, const Derivation& derivation) {
  if (derivation.rule == "discrete_laplace_cells")
    return node.rule == "discrete_laplace_loss" && node.inputs == derivation.inputs;
  return derivation.rule == "discrete_gaussian_cells" &&
         node.rule == "discrete_gaussian_loss" &&
         input(derivation, "squared_sensitivity") == Rational(1) &&
         input(node, "sensitivity") == Rational(1) &&
         input(node, "variance") == input(derivation, "variance");
}

bool is_premise(const Derivation& derivation, const Derivation& of) {
  const std::string wanted = derivation_text(derivation);
  return derivation_text(of) == wanted || is_its_loss(of, derivation) ||
         std::any_of(
             of.premises.begin(), of.premises.end(),
             [&](const Derivation& one) { return is_premise(derivation, one); });
}

// The most often that it counts in a sum; 0 where it is not there.
Rational times_in(const Derivation& wanted, const Derivation& of) {
  if (derivation_text(of) == derivation_text(wanted) || is_its_loss(of, wanted))
    return 1;
  const auto times = numbered_in(of.inputs, "times_");
  Rational most = 0;
  for (std::size_t i = 0; i < of.premises.size(); ++i) {
    const Rational inner = times_in(wanted, of.premises[i]);
    most = std::max(most, i < times.size() ? inner * times[i] : inner);
  }
  return most;
}

// In the sum as it is, or as the parts it was made of, each as often. [T20 c, T25]
bool is_counted(const Derivation& release, const Derivation& sum,
                const Rational& times) {
  if (times_in(release, sum) >= times) return true;
  constexpr std::array<std::string_view, 5> kOpened = {
      "basic_composition", "optimal_composition", "composition_by_privacy_loss",
      "zcdp_composition", "dp_from_zcdp"};
  if (std::find(kOpened.begin(), kOpened.end(), release.rule) == kOpened.end())
    return false;
  const auto inner = numbered_in(release.inputs, "times_");
  for (std::size_t i = 0; i < release.premises.size(); ++i)
    if (!is_counted(release.premises[i], sum,
                    i < inner.size() ? times * inner[i] : times))
      return false;
  return !release.premises.empty();
}

// How many releases are added up; none where the tree does not say it.
std::optional<Rational> releases_in(const Derivation& overall) {
  if (overall.rule == "dp_from_zcdp" && overall.premises.size() == 1)
    return releases_in(overall.premises[0]);
  Rational count = 0;
  for (const Rational& times : numbered_in(overall.inputs, "times_"))
    count = count + times;
  return count.sign() > 0 ? std::optional(count) : std::nullopt;
}

// The claims for small classes: they stand after the one for everybody.
std::span<const Derivation> claims_of(const Json& spent,
                                      const Derivations& derivations) {
  return std::span(derivations.ledger).subspan(spent["overall"].is_null() ? 0 : 1);
}

// Whether this is a claim that a ledger of these terms makes.
bool is_claim_of(const Derivation& overall, const LedgerTerms& terms) {
  const auto* dp = std::get_if<DpPromise>(&overall.conclusion.promise);
  if (dp == nullptr || overall.conclusion.neighbours != terms.neighbours) return false;
  if (terms.accounting == Accounting::sum && overall.rule != "basic_composition")
    return false;
  constexpr std::array<std::string_view, 4> kPlanned = {
      "basic_composition", "optimal_composition", "composition_by_privacy_loss",
      "dp_from_zcdp"};
  if (terms.accounting == Accounting::planned &&
      std::find(kPlanned.begin(), kPlanned.end(), overall.rule) == kPlanned.end())
    return false;
  if (terms.accounting == Accounting::adaptive &&
      (overall.rule != "budget_filter" || !terms.caps ||
       input(overall, "epsilon") != terms.caps->epsilon ||
       input(overall, "delta") != terms.caps->delta))
    return false;
  if (terms.accounting == Accounting::rho &&
      (overall.rule != "dp_from_zcdp" || overall.premises.size() != 1 ||
       overall.premises[0].rule != "rho_filter" ||
       input(overall.premises[0], "rho") != terms.caps->rho))
    return false;
  return !terms.caps ||
         (dp->epsilon <= terms.caps->epsilon && dp->delta <= terms.caps->delta);
}

// The sum of the epsilons that a claim of all entries adds; none for another claim.
std::optional<Rational> sum_of_epsilons(const Derivation& overall) {
  if (overall.rule != "budget_filter" && overall.rule != "basic_composition")
    return std::nullopt;
  Rational sum = 0;
  for (std::size_t i = 0; i < overall.premises.size(); ++i)
    if (const auto* dp =
            std::get_if<DpPromise>(&overall.premises[i].conclusion.promise))
      sum = sum +
            dp->epsilon * input(overall, fmt::format("times_{}", i + 1)).value_or(1);
  return sum;
}

// What is wrong with the claims for small classes: each is a sum of all entries, this
// one among them, for classes of its own, and within the profile of the ledger.
std::optional<std::string> misfit_of_claims(const Json& spent,
                                            const Derivations& derivations,
                                            const LedgerTerms& terms,
                                            std::int64_t entries) {
  std::set<std::string> partitions;
  for (const Derivation& claim : claims_of(spent, derivations)) {
    const auto* outlier = std::get_if<OutlierPromise>(&claim.conclusion.promise);
    const bool holds_this =
        std::any_of(derivations.release.begin(), derivations.release.end(),
                    [&](const Derivation& one) { return is_premise(one, claim); });
    if (outlier == nullptr || !holds_this || claim.rule != "outlier_composition" ||
        claim.conclusion.neighbours != terms.neighbours ||
        releases_in(claim) != Rational(entries))
      return "a claim for small classes is not about as many releases as there are "
             "entries";
    if (!partitions.insert(outlier->partition).second)
      return "two claims are about the same classes";
    if (most(outlier->profile).is_infinite() && !spent["overall"].is_null())
      return "no epsilon bounds what is claimed for small classes, and one is claimed "
             "of all together";
    if (!terms.profile.empty() && first_above(outlier->profile, terms.profile))
      return "a claim for small classes is above the profile of the ledger";
  }
  if (spent["no_claims"].empty())
    for (const Derivation& one : derivations.release)
      if (const auto* outlier = std::get_if<OutlierPromise>(&one.conclusion.promise);
          outlier != nullptr && one.conclusion.neighbours == terms.neighbours &&
          !partitions.contains(outlier->partition))
        return "the claim for the classes of this release is missing";
  if (!terms.profile.empty() && partitions.empty() && !spent["overall"].is_null())
    if (const auto sum = sum_of_epsilons(derivations.ledger.front());
        sum && *sum > epsilon_at(terms.profile, 1))
      return "the epsilons together are above the profile of the ledger";
  return std::nullopt;
}

// The sum of the average-case promises holds that of this release, and is it where
// there is no other entry. [T238]
bool holds_average_case(const Json& sum, const Derivations& derivations,
                        std::int64_t entries) {
  for (const Derivation& one : derivations.release) {
    const auto* mine = std::get_if<RandomDpPromise>(&one.conclusion.promise);
    if (mine == nullptr) continue;
    if (!sum.is_object() || text(sum, "kind") != "random_dp") return false;
    if (entries == 1 && canonical_json(sum) != canonical_json(to_json(one.conclusion)))
      return false;
    for (const auto& [name, least] : {std::pair("alpha", &mine->alpha),
                                      {"eta", &mine->eta},
                                      {"gamma", &mine->gamma}}) {
      const auto number = Rational::parse(text(sum, name));
      if (!number || *number < *least) return false;
    }
  }
  return true;
}

Check check_overall(const Json& ledger, const Derivations& derivations,
                    const LedgerTerms& terms, std::size_t counted) {
  const char* subject = "budget";
  const Derivation& overall = derivations.ledger.front();
  if (!is_claim_of(overall, terms))
    return wrong(subject, "this is not what a ledger of these terms claims");
  if (!is_counted(derivations.release[counted], overall, 1))
    return wrong(subject, "the sum of all releases does not hold this one");
  // Planned accounting may add several zcdp promises up before it adds the others, and
  // may add the parts of a release.
  const auto releases = releases_in(overall);
  if (!releases || (terms.accounting != Accounting::planned &&
                    *releases != Rational(whole(ledger["entry"]["id"]))))
    return wrong(subject, "the sum is not of as many releases as there are entries");
  const auto& dp = std::get<DpPromise>(overall.conclusion.promise);
  if (!terms.caps)
    return holds(subject,
                 fmt::format("everything up to this entry is epsilon {} and delta {} "
                             "together, for {}; the ledger has no caps",
                             promised_text(dp.epsilon), promised_text(dp.delta),
                             terms.unit.words()));
  if (terms.caps->rho)
    return holds(
        subject,
        fmt::format("everything up to this entry stays within rho {}, which "
                    "means epsilon {} and delta {}, for {}",
                    promised_text(*terms.caps->rho), promised_text(terms.caps->epsilon),
                    promised_text(terms.caps->delta), terms.unit.words()));
  return holds(subject,
               fmt::format("everything up to this entry stays within epsilon {} and "
                           "delta {}, for {}",
                           promised_text(terms.caps->epsilon),
                           promised_text(terms.caps->delta), terms.unit.words()));
}

}  // namespace

std::vector<Check> check_ledger(const Json& json, const Derivations& derivations,
                                const std::string& question) {
  const char* subject = "ledger";
  if (json["ledger"].is_null())
    return {unknown(subject,
                    "no ledger was kept: what else was released about these "
                    "people is not known")};
  const Json &ledger = json["ledger"], &entry = ledger["entry"],
             &terms = ledger["terms"];
  if (question != text(entry, "question"))
    return {wrong(subject, "another question was charged than was answered")};
  const SealedTerms sealed{text(terms, "created"),     text(terms, "table"),
                           text(terms, "epsilon"),     text(terms, "delta"),
                           text(terms, "rho"),         text(terms, "profile"),
                           text(terms, "neighbours"),  text(terms, "accounting"),
                           text(terms, "privacy_unit")};
  const auto parsed = parse_terms(sealed);
  if (!parsed) return {wrong(subject, "no ledger has such terms")};
  // A name that was not UTF-8 cannot be told from others.
  const std::string& table = text(json["question"], "table");
  if (table.find("\xef\xbf\xbd") == std::string::npos &&
      !is_ledger_of(sealed.table, table))
    return {wrong(subject, "the ledger is that of another table")};
  // Promises for different units do not add up.
  if (parsed->unit.text() != text(json, "privacy_unit"))
    return {wrong(subject, fmt::format("the ledger adds up what is promised to {}, and "
                                       "this release protects another unit",
                                       parsed->unit.words()))};
  const auto counted = counted_place(derivations.release, *parsed);
  if (!counted || entry["counted"] != (*counted ? Json(**counted) : Json(nullptr)))
    return {wrong(subject, "another promise counts than is said")};
  Json others = Json::array();
  for (std::size_t i = 0; i < json["derivation"].size(); ++i)
    if (i != *counted) others.push_back(json["derivation"][i]);
  const SealedEntry charged{
      whole(entry["id"]),
      text(entry, "time"),
      text(entry, "question"),
      text(entry, "version"),
      *counted ? canonical_json(json["derivation"][**counted]) : std::string("null"),
      canonical_json(others)};
  if (charged.id < 1 ||
      seal_of(charged, text(entry, "previous")) != text(entry, "seal"))
    return {wrong(subject, "the seal of the entry is not that of what was charged")};
  if (charged.id == 1 && seal_of(sealed) != text(entry, "previous"))
    return {wrong(subject, "the first entry does not follow from the terms")};
  const Json& spent = ledger["spent"];
  const std::int64_t unanswered = whole(spent["unanswered"]);
  if (whole(spent["entries"]) != charged.id || unanswered < 0 ||
      unanswered >= charged.id || text(json, "issued") < charged.time)
    return {wrong(subject, "what was spent is not that of the entries up to this one")};
  if (spent["overall"].is_null() == spent["refused"].is_null())
    return {
        wrong(subject, "something is claimed of all releases, or refused, not both")};
  if (!*counted && parsed->caps)
    for (const Derivation& one : derivations.release)
      if (std::holds_alternative<RandomDpPromise>(one.conclusion.promise))
        return {wrong(subject, "a ledger with caps takes no average-case promise")};
  if (!spent["random"].is_null() && !spent["overall"].is_null())
    return {
        wrong(subject, "an entry without dp is added up, and dp is claimed of all")};
  if (auto misfit = misfit_of_claims(spent, derivations, *parsed, charged.id))
    return {wrong(subject, *std::move(misfit))};
  if (!holds_average_case(spent["random"], derivations, charged.id))
    return {wrong(subject, "the sum of the average-case promises is another")};
  std::vector<Check> checks = {holds(
      subject,
      fmt::format("charged as entry {} of the ledger of '{}', with the seal {}...",
                  charged.id, sealed.table, text(entry, "seal").substr(0, 16)))};
  if (spent["overall"].is_null())
    checks.push_back(
        unknown("budget",
                "nothing is claimed of all releases together; why, only the "
                "ledger can tell"));
  else if (!*counted)
    checks.push_back(wrong(
        "budget", "no epsilon bounds this release, and so none bounds all together"));
  else
    checks.push_back(check_overall(ledger, derivations, *parsed, **counted));
  return checks;
}

}  // namespace selvage::verify
