#include "selvage/verify/certificate_check.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/canonical_json.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/mechanism/cells_plan.hpp"
#include "selvage/mechanism/estimate.hpp"

namespace selvage::verify {
namespace {

using Json = nlohmann::ordered_json;
using Check = CertificateCheck;

Check holds(const char* subject, std::string finding) {
  return {Verdict::holds, subject, std::move(finding)};
}
Check wrong(const char* subject, std::string finding) {
  return {Verdict::wrong, subject, std::move(finding)};
}
Check unknown(const char* subject, std::string finding) {
  return {Verdict::unknown, subject, std::move(finding)};
}

const std::string& text(const Json& json, const char* name) {
  return json[name].get_ref<const std::string&>();
}
// -1 for what no honest certificate has.
std::int64_t whole(const Json& json) {
  const bool fits =
      !json.is_number_unsigned() || json.get<std::uint64_t>() <= INT64_MAX;
  return json.is_number_integer() && fits ? json.get<std::int64_t>() : -1;
}

// --- signature and derivations

Check check_signature(const Certificate& certificate) {
  const auto signer = certificate.signer();
  if (!signer)
    return unknown("signature",
                   "nobody signed this certificate, so anybody may have written it");
  if (!certificate.signature_holds())
    return wrong("signature", "the signature is not that of the named key");
  return holds("signature",
               fmt::format("signed with the key {}; compare it with the officer's",
                           signer->fingerprint()));
}

std::size_t nodes(const Derivation& derivation) {
  std::size_t count = 1;
  for (const Derivation& premise : derivation.premises) count += nodes(premise);
  return count;
}

// Composing on a lattice takes seconds at worst. A release composes once and a ledger a
// few times; what asks for more wants to keep us busy.
constexpr std::size_t kMostComposed = 8;

std::size_t composed(const Derivation& derivation) {
  std::size_t count = derivation.rule == "composition_by_privacy_loss" ||
                      derivation.rule == "optimal_composition";
  for (const Derivation& premise : derivation.premises) count += composed(premise);
  return count;
}

struct Derivations {
  std::vector<Derivation> release;  // of this release, as `derivation`
  std::vector<Derivation> ledger;   // of all entries together
};

// Every derivation in the certificate, read; or what cannot be read.
Result<Derivations> read_derivations(const Json& json) {
  Derivations all;
  for (const Json& one : json["derivation"]) {
    auto derivation = read_derivation(one);
    if (!derivation) return derivation.error();
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
    all.ledger.push_back(*std::move(derivation));
  }
  return all;
}

// The theorem's number is printed beside the rule, so it must be the rule's.
bool comes_back(const Derivation& derivation, const Json& json) {
  return derivation_text(derivation) == canonical_json(json);
}

Check check_derivations(const Json& json, const Derivations& derivations) {
  std::size_t count = 0, heavy = 0;
  for (const auto* list : {&derivations.release, &derivations.ledger})
    for (const Derivation& one : *list) heavy += composed(one);
  if (heavy > kMostComposed)
    return wrong("derivation", "there is more to compute than any release needs");
  for (std::size_t i = 0; i < derivations.release.size(); ++i) {
    const Derivation& one = derivations.release[i];
    if (!comes_back(one, json["derivation"][i]))
      return wrong("derivation", "a node names another theorem than its rule has");
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

// --- from the question to the noise

struct Setting {
  Plan plan;                    // as far as a certificate tells it
  bool complete = false;        // every cell of the domain is listed
  bool cells_on_trust = false;  // how many cells there are is not to be seen
  std::vector<const Json*> answers;
};

Result<Statistic> statistic_of(const std::string& verb) {
  if (verb == "sum") return Statistic::sum;
  if (verb == "mean") return Statistic::mean;
  if (verb == "variance") return Statistic::variance;
  return Statistic::count;
}

std::optional<Noise> noise_of(const Json& number) {
  const bool laplace = text(number, "noise") == "discrete_laplace";
  const auto value = Rational::parse(text(number, laplace ? "scale" : "variance"));
  if (!value || value->sign() <= 0) return std::nullopt;
  // Only noise that the samplers take was ever added.
  if (laplace) {
    const auto noise = laplace_noise(*value);
    if (!noise || noise->scale != *value) return std::nullopt;
    return *noise;
  }
  const auto noise = gaussian_noise(*value);
  if (!noise || noise->variance != *value) return std::nullopt;
  return *noise;
}

Error misfit(const std::string& what) { return {ErrorKind::unverified, what}; }

Person person_of(const Json& person) {
  if (person.is_string()) return {};
  return {text(person, "column"), whole(person["rows_per_person"]),
          whole(person["cells_per_person"]),
          text(person, "per_person") == "first" ? PerPerson::first : PerPerson::sum};
}

// How many cells the question's domain has, if the certificate tells it: of a list of
// keys only where its text is that list. No file is opened.
std::optional<std::int64_t> cells_of(const Json& columns) {
  std::vector<DomainColumn> known;
  for (const Json& column : columns) {
    const std::string& asked = text(column, "domain");
    if (asked.starts_with('@')) return std::nullopt;
    auto values = parse_values(asked);
    if (!values) return std::nullopt;
    const std::string keys = keys_digest(*values);
    if (keys != (column.contains("keys") ? text(column, "keys") : ""))
      return std::nullopt;
    known.push_back(
        {text(column, "name"), *std::move(values), text(column, "missing") == "drop"});
  }
  const auto domain = Domain::make(std::move(known));
  if (!domain || domain->has_unknown_keys()) return std::nullopt;
  return static_cast<std::int64_t>(domain->cells());
}

// [T30]
PersonShare expected_share(const Person& person,
                           std::optional<std::int64_t> all_cells) {
  if (person.column.empty()) return {};
  std::int64_t cells = std::min(person.rows, person.cells);
  if (all_cells) cells = std::min(cells, *all_cells);
  if (person.per_person == PerPerson::first) return {cells, cells, 1};
  return {person.rows, cells, person.rows};
}

bool same(const PersonShare& a, const PersonShare& b) {
  return a.rows == b.rows && a.cells == b.cells && a.rows_in_cell == b.rows_in_cell;
}

Result<Domain> stand_in_domain(bool unknown_keys) {
  std::vector<DomainColumn> columns;
  if (unknown_keys) columns.push_back({"keys", UnknownKeys{}});
  return Domain::make(std::move(columns));
}

// The plan behind a certificate, and whether its caps and numbers are those that its
// question leads to. [T30, T35]
Result<Setting> read_setting(const Json& json) {
  const Json &question = json["question"], &mechanism = json["mechanism"];
  const auto statistic = statistic_of(text(question, "verb"));
  const bool unknown_keys = !mechanism["threshold"].is_null();
  const bool asked_unknown = std::any_of(
      question["columns"].begin(), question["columns"].end(), [](const Json& column) {
        return text(column, "domain") == "?" && !column.contains("keys");
      });
  if (unknown_keys != asked_unknown)
    return misfit("a threshold belongs to unknown keys, and they to a threshold");
  auto domain = stand_in_domain(unknown_keys);
  if (!domain) return domain.error();
  Setting setting{.plan = {.statistic = *statistic,
                           .reading = {.domain = *std::move(domain),
                                       .measure = std::nullopt,
                                       .person = person_of(question["person"])},
                           .share = {},
                           .numbers = {},
                           .derivations = {},
                           .reason = {}},
                  .complete = json["fewer_than"].is_null(),
                  .answers = {}};
  if (json["answer"].is_array())
    for (const Json& one : json["answer"]) setting.answers.push_back(&one);
  else if (json["answer"].is_object())
    setting.answers.push_back(&json["answer"]);

  Plan& plan = setting.plan;
  if (question.contains("measure") != (*statistic != Statistic::count))
    return misfit("sums need a column to sum, and counts have none");
  if (question.contains("measure")) {
    const Json& measure = question["measure"];
    const auto grid = grid_for(*statistic, text(measure, "bounds"));
    if (!grid) return misfit("the bounds cannot be read");
    if (grid->step().text() != text(measure, "step"))
      return misfit("the step is not that of the bounds");
    plan.reading.measure = Measure{text(measure, "column"), *grid};
  }
  const Json& share = mechanism["share"];
  plan.share = {whole(share["rows"]), whole(share["cells"]),
                whole(share["rows_in_cell"])};
  auto all_cells = unknown_keys ? std::nullopt : cells_of(question["columns"]);
  const auto listed = static_cast<std::int64_t>(setting.answers.size());
  if (all_cells && (setting.complete ? listed != *all_cells : listed > *all_cells))
    return misfit("other cells are listed than the domain has");
  if (setting.complete) all_cells = listed;
  PersonShare most = expected_share(plan.reading.person, all_cells);
  if (!all_cells && !unknown_keys && plan.share.cells < most.cells) {
    setting.cells_on_trust = true;
    most = expected_share(plan.reading.person, plan.share.cells);
  }
  if (plan.share.cells < 1 || !same(plan.share, most))
    return misfit("the most that one person counts is not what the caps say");
  plan.numbers = planned_numbers(*statistic, plan.reading);
  if (mechanism["numbers"].size() != plan.numbers.size())
    return misfit("the mechanism has other numbers than the question needs");
  for (std::size_t i = 0; i < plan.numbers.size(); ++i) {
    const Json& number = mechanism["numbers"][i];
    if (text(number, "name") != plan.numbers[i].name ||
        whole(number["per_row"]) != plan.numbers[i].per_row)
      return misfit("a number of the mechanism is not what the bounds say");
    const auto noise = noise_of(number);
    if (!noise) return misfit("noise of this size is never added");
    plan.numbers[i].noise = *noise;
  }
  if (unknown_keys) plan.key_threshold = whole(mechanism["threshold"]);
  return setting;
}

struct Leaf {
  const Derivation* node;
  const Derivation* parent;  // none for a tree of one node
};

void collect_leaves(const Derivation& node, const Derivation* parent,
                    std::vector<Leaf>& leaves) {
  if (node.premises.empty()) leaves.push_back({&node, parent});
  for (const Derivation& premise : node.premises)
    collect_leaves(premise, &node, leaves);
}

std::optional<Rational> input(const Derivation& node, const std::string& name) {
  for (const auto& [known, value] : node.inputs)
    if (known == name) return value;
  return std::nullopt;
}

// The cells of a person with one row in each, told one by one. [T32]
bool counts_cells(const Leaf& leaf, const char* rule, const PersonShare& share) {
  return leaf.parent != nullptr && leaf.parent->rule == rule &&
         leaf.parent->premises.size() == 1 &&
         input(*leaf.parent, "times_1") == Rational(share.cells);
}

bool leaf_fits(const Leaf& leaf, const Plan& plan, std::size_t number) {
  const PlannedNumber& planned = plan.numbers[number];
  const PersonShare& share = plan.share;
  const auto [name, value] = noise_parameter(planned.noise);
  const std::string& rule = leaf.node->rule;
  const auto scale = input(*leaf.node, name);
  if (!scale || scale->text() != value) return false;
  const Rational rows = share.rows, per_row = planned.per_row;
  if (rule == "key_threshold")
    return number == 0 && plan.key_threshold &&
           input(*leaf.node, "threshold") == Rational(*plan.key_threshold) &&
           input(*leaf.node, "rows") == rows &&
           input(*leaf.node, "cells") == Rational(share.cells) &&
           input(*leaf.node, "rows_in_cell") == Rational(share.rows_in_cell);
  if (plan.key_threshold && number == 0) return false;
  if (rule == "discrete_laplace_cells") {
    if (leaf.parent != nullptr && leaf.parent->rule == "optimal_composition")
      return counts_cells(leaf, "optimal_composition", share) &&
             share.rows_in_cell == 1 && input(*leaf.node, "sensitivity") == per_row;
    return input(*leaf.node, "sensitivity") == rows * per_row;
  }
  if (rule == "discrete_gaussian_cells") {
    const Rational most = share.rows_in_cell == 1 ? Rational(share.cells) : rows * rows;
    return input(*leaf.node, "squared_sensitivity") == most * per_row * per_row;
  }
  return rule == "discrete_gaussian_loss" &&
         counts_cells(leaf, "composition_by_privacy_loss", share) &&
         (share.rows_in_cell == 1 || share.cells == 1) &&
         input(*leaf.node, "sensitivity") == Rational(share.rows_in_cell) * per_row;
}

// A number that counts more than once, or not at all, would have another derivation.
bool every_number_counts_once(const Derivation& node) {
  for (const auto& [name, value] : node.inputs)
    if (name.starts_with("times_") && value != 1 &&
        (node.rule == "basic_composition" || node.rule == "zcdp_composition"))
      return false;
  return std::all_of(node.premises.begin(), node.premises.end(),
                     every_number_counts_once);
}

Check check_leaves(const Plan& plan, const std::vector<Derivation>& derivations) {
  const char* subject = "noise";
  if (!std::holds_alternative<DpPromise>(derivations.front().conclusion.promise))
    return wrong(subject, "the first guarantee is not dp");
  for (const Derivation& derivation : derivations) {
    std::vector<Leaf> leaves;
    collect_leaves(derivation, nullptr, leaves);
    bool fit =
        leaves.size() == plan.numbers.size() && every_number_counts_once(derivation);
    for (std::size_t i = 0; fit && i < leaves.size(); ++i)
      fit = leaf_fits(leaves[i], plan, i);
    if (!fit)
      return wrong(
          subject,
          "the derivation is not about the noise and the caps of this release");
  }
  return holds(subject,
               "the derivation is about the noise, the caps and the bounds that "
               "the certificate names");
}

// --- error bars

// The multiple of the unit that a released number is.
std::optional<std::int64_t> multiple(const Json& json, const Rational& unit) {
  if (json.is_number_integer())
    return unit == 1 ? std::optional(json.get<std::int64_t>()) : std::nullopt;
  const auto value = Rational::parse(json.get_ref<const std::string&>());
  if (!value || unit == 1) return std::nullopt;
  const Rational times = *value / unit;
  if (!times.is_integer() || !times.to_int64()) return std::nullopt;
  if (number_text(*times.to_int64(), unit) != json.get_ref<const std::string&>())
    return std::nullopt;
  return times.to_int64();
}

bool is_estimate(const Json& json, const char* name, const Estimate& expected,
                 const Rational& unit) {
  return json.contains(name) && multiple(json[name], unit) == expected.value &&
         multiple(json["interval"][0], unit) == expected.lower &&
         multiple(json["interval"][1], unit) == expected.upper;
}

Check check_error_bars(const Json& json, const Setting& setting) {
  const char* subject = "error bars";
  const auto confidence = Rational::parse(text(json, "confidence"));
  if (!confidence || confidence->sign() <= 0 || *confidence >= 1)
    return wrong(subject, "the confidence is no probability");
  const Estimator estimator(setting.plan, *confidence);
  const Rational& unit = estimator.unit();
  if (unit.text() != text(json, "unit"))
    return wrong(subject, "the unit is not that of the question");
  const bool counts = setting.plan.statistic == Statistic::count;
  const char* name = counts ? "count" : "value";
  Int128 sum = 0;
  for (const Json* one : setting.answers) {
    std::vector<std::int64_t> noisy;
    if (setting.plan.numbers.size() == 1) {
      const auto value =
          one->contains(name) ? multiple((*one)[name], unit) : std::nullopt;
      if (!value || one->contains("noisy"))
        return wrong(subject, "a released number is not of its unit");
      noisy.push_back(*value);
    } else if (one->contains("noisy") &&
               (*one)["noisy"].size() == setting.plan.numbers.size()) {
      for (const Json& number : (*one)["noisy"])
        noisy.push_back(number.get<std::int64_t>());
    } else {
      return wrong(subject, "the noisy numbers of a cell are not there");
    }
    for (const std::int64_t number : noisy)
      if (number > kMaxRelease || number < -kMaxRelease)
        return wrong(subject, "a noisy number is larger than any that is released");
    if (!is_estimate(*one, name, estimator.estimate(noisy), unit))
      return wrong(subject, "a number or its interval is not what the noise gives");
    sum += noisy.back();
  }
  if (const Json& total = json["total"]; !total.is_null()) {
    const bool fits = sum >= -kMaxRelease && sum <= kMaxRelease;
    if (!setting.complete || !fits ||
        !is_estimate(total, name,
                     estimator.total(static_cast<std::int64_t>(sum),
                                     static_cast<std::int64_t>(setting.answers.size())),
                     unit))
      return wrong(subject, "the total is not that of the cells");
  }
  const auto error = estimator.error();
  if (json["error"].size() != (error ? 1 : 0) ||
      json["accuracy"].size() != json["error"].size())
    return wrong(subject, "an error is stated that is not the same for all cells");
  if (error) {
    const Json &stated = json["error"][0], &accuracy = json["accuracy"][0];
    if (multiple(stated["bound"], unit) != error->bound ||
        text(stated, "confidence") != confidence->text() ||
        text(stated, "mean_abs") != (error->mean_absolute * unit).text() ||
        text(accuracy, "alpha") != "0" ||
        text(accuracy, "beta") != (unit * error->bound).text() ||
        text(accuracy, "gamma") != (Rational(1) - *confidence).text())
      return wrong(subject, "the stated error is not that of the noise");
  }
  return holds(subject,
               fmt::format("{} intervals were computed anew from the law of the "
                           "noise",
                           setting.answers.size()));
}

// --- the ledger

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

// How many releases are added up; none where the tree does not say it plainly.
std::optional<Rational> releases_in(const Derivation& overall) {
  if (overall.rule != "budget_filter" && overall.rule != "basic_composition")
    return std::nullopt;
  Rational count = 0;
  for (const auto& [name, value] : overall.inputs)
    if (name.starts_with("times_")) count = count + value;
  return count;
}

Check check_overall(const Json& ledger, const Derivations& derivations,
                    const std::optional<std::size_t>& counted) {
  const char* subject = "budget";
  const Json& terms = ledger["terms"];
  const auto& promise = derivations.ledger.front().conclusion.promise;
  const auto* dp = std::get_if<DpPromise>(&promise);
  if (dp == nullptr) return wrong(subject, "no dp is claimed of all releases together");
  if (!counted ||
      !is_premise(derivations.release[*counted], derivations.ledger.front()))
    return wrong(subject, "the sum of all releases does not hold this one");
  const auto releases = releases_in(derivations.ledger.front());
  if (releases && *releases != Rational(whole(ledger["entry"]["id"])))
    return wrong(subject, "the sum is not of as many releases as there are entries");
  if (text(terms, "epsilon") == "none")
    return holds(subject,
                 fmt::format("everything up to this entry is epsilon {} and delta "
                             "{} together; the ledger has no caps",
                             dp->epsilon.short_text(), dp->delta.short_text()));
  const auto epsilon = Rational::parse(text(terms, "epsilon"));
  const auto delta = Rational::parse(text(terms, "delta"));
  if (!epsilon || !delta || dp->epsilon > *epsilon || dp->delta > *delta)
    return wrong(subject, "all releases together are above the caps of the ledger");
  return holds(subject,
               fmt::format("everything up to this entry stays within epsilon {} "
                           "and delta {}",
                           epsilon->short_text(), delta->short_text()));
}

std::vector<Check> check_ledger(const Json& json, const Derivations& derivations) {
  const char* subject = "ledger";
  if (json["ledger"].is_null())
    return {unknown(subject,
                    "no ledger was kept: what else was released about these "
                    "people is not known")};
  const Json &ledger = json["ledger"], &entry = ledger["entry"],
             &terms = ledger["terms"];
  Json mechanism = json["mechanism"], question = json["question"];
  mechanism.erase("reason");
  question.erase("table");
  const std::string asked = canonical_json({{"question", question},
                                            {"mechanism", mechanism},
                                            {"fewer_than", json["fewer_than"]}});
  if (asked != text(entry, "question"))
    return {wrong(subject, "another question was charged than was answered")};
  std::optional<std::size_t> counted;
  if (!entry["counted"].is_null()) {
    const std::int64_t place = whole(entry["counted"]);
    if (place < 0 || place >= static_cast<std::int64_t>(derivations.release.size()))
      return {wrong(subject, "no derivation is where the counted one should be")};
    counted = static_cast<std::size_t>(place);
  }
  Json others = Json::array();
  for (std::size_t i = 0; i < json["derivation"].size(); ++i)
    if (i != counted) others.push_back(json["derivation"][i]);
  const SealedTerms sealed{text(terms, "created"),   text(terms, "table"),
                           text(terms, "epsilon"),   text(terms, "delta"),
                           text(terms, "profile"),   text(terms, "neighbours"),
                           text(terms, "accounting")};
  const SealedEntry charged{
      whole(entry["id"]),
      text(entry, "time"),
      text(entry, "question"),
      text(entry, "version"),
      counted ? canonical_json(json["derivation"][*counted]) : "null",
      canonical_json(others)};
  if (charged.id < 1 ||
      seal_of(charged, text(entry, "previous")) != text(entry, "seal"))
    return {wrong(subject, "the seal of the entry is not that of what was charged")};
  if (charged.id == 1 && seal_of(sealed) != text(entry, "previous"))
    return {wrong(subject, "the first entry does not follow from the terms")};
  if (whole(ledger["spent"]["entries"]) != charged.id)
    return {wrong(subject, "what was spent is not that of the entries up to this one")};
  std::vector<Check> checks = {holds(
      subject,
      fmt::format("charged as entry {} of the ledger of '{}', with the seal {}...",
                  charged.id, sealed.table, text(entry, "seal").substr(0, 16)))};
  if (ledger["spent"]["overall"].is_null())
    checks.push_back(unknown(
        "budget", ledger["spent"]["refused"].is_null()
                      ? std::string("nothing is claimed of all releases together")
                      : text(ledger["spent"], "refused")));
  else
    checks.push_back(check_overall(ledger, derivations, counted));
  return checks;
}

}  // namespace

std::vector<Check> check_certificate(const Certificate& certificate) {
  const Json& json = certificate.json;
  std::vector<Check> checks = {
      holds("form", "canonical JSON of the schema 'selvage certificate 1'")};
  checks.push_back(certificate.digest_holds()
                       ? holds("digest", "not a byte has changed since it was written")
                       : wrong("digest", "the text was changed after it was written"));
  checks.push_back(check_signature(certificate));
  const auto derivations = read_derivations(json);
  if (!derivations || json["guarantees"].size() != derivations->release.size()) {
    checks.push_back(wrong("derivation", "a derivation cannot be read"));
    return checks;
  }
  checks.push_back(check_derivations(json, *derivations));
  const auto setting = read_setting(json);
  if (!setting) {
    checks.push_back(wrong("question", setting.error().message));
    return checks;
  }
  checks.push_back(check_leaves(setting->plan, derivations->release));
  if (setting->cells_on_trust)
    checks.push_back(
        unknown("cells",
                "how many cells the lists of keys make is not to be seen, and "
                "the caps rely on it"));
  checks.push_back(check_error_bars(json, *setting));
  for (Check& check : check_ledger(json, *derivations))
    checks.push_back(std::move(check));
  return checks;
}

}  // namespace selvage::verify
