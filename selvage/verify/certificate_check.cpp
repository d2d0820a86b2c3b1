#include "selvage/verify/certificate_check.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "selvage/base/bounded_json.hpp"
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

const std::string& text(const Json& json, const std::string& name) {
  return json.at(name).get_ref<const std::string&>();
}
// -1 for what no honest certificate has.
std::int64_t whole(const Json& json) {
  const bool fits =
      !json.is_number_unsigned() || json.get<std::uint64_t>() <= INT64_MAX;
  return json.is_number_integer() && fits ? json.get<std::int64_t>() : -1;
}

std::optional<Rational> input(const Derivation& node, const std::string& name) {
  for (const auto& [known, value] : node.inputs)
    if (known == name) return value;
  return std::nullopt;
}

Error misfit(const std::string& what) { return {ErrorKind::unverified, what}; }

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

// Composing on a lattice takes seconds at worst; what asks for minutes wants to keep us
// busy. In rough entries of a lattice: each premise's own, and what its power needs.
constexpr double kMostWork = 0x1p23;

double work_of(const Derivation& node) {
  double work = 0;
  for (const Derivation& premise : node.premises) work += work_of(premise);
  if (node.rule == "optimal_composition" && node.premises.size() == 1)
    return work + input(node, "times_1").value_or(0).to_double() / 2;
  if (node.rule != "composition_by_privacy_loss" && node.rule != "optimal_composition")
    return work;
  for (std::size_t i = 0; i < node.premises.size(); ++i) {
    const Promise& promise = node.premises[i].conclusion.promise;
    double entries = 2;
    if (const auto* laplace = std::get_if<LaplaceLossPromise>(&promise))
      entries = static_cast<double>(laplace->shift);
    if (const auto* gaussian = std::get_if<GaussianLossPromise>(&promise))
      entries = 25 * std::sqrt(std::max(0.0, gaussian->variance.to_double()));
    const double times =
        input(node, fmt::format("times_{}", i + 1)).value_or(1).to_double();
    work += entries + 0x1p15 * std::log2(std::max(1.0, times));
    if (node.premises.size() > 1) work += 0x1p12;  // onto the common lattice
  }
  return work;
}

struct Derivations {
  std::vector<Derivation> release;  // of this release, as `derivation`
  std::vector<Derivation> ledger;   // of all entries together
  bool as_written = true;           // printed again they are the same texts
};

// The theorem's number is printed beside the rule, so it must be the rule's.
bool comes_back(const Derivation& derivation, const Json& json) {
  return derivation_text(derivation) == canonical_json(json);
}

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
    for (const Derivation& one : *list) work += work_of(one);
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

Person person_of(const Json& person) {
  if (person.is_string()) return {};
  return {text(person, "column"), whole(person["rows_per_person"]),
          whole(person["cells_per_person"]),
          text(person, "per_person") == "first" ? PerPerson::first : PerPerson::sum};
}

// The domain of the question, as far as the certificate tells it: of keys from a file
// only those that are listed. No file is opened.
struct Told {
  std::optional<Domain> domain;  // none where keys are unknown, or not all are listed
  bool on_trust = false;         // the list of keys is not to be seen
};

// Labels of one column in their order; `other` and `missing` are the last two.
std::vector<std::string> listed_keys(const std::vector<const Json*>& answers,
                                     const std::string& column, bool drop_missing) {
  std::vector<std::string> labels;
  std::set<std::string> seen;
  for (const Json* one : answers) {
    if (!one->contains("cell") || !(*one)["cell"].contains(column)) return {};
    const std::string& label = text((*one)["cell"], column);
    if (seen.insert(label).second) labels.push_back(label);
  }
  const std::size_t others = drop_missing ? 1 : 2;
  labels.resize(labels.size() < others ? 0 : labels.size() - others);
  return labels;
}

Result<Told> told_domain(const Json& columns, const std::vector<const Json*>& answers,
                         bool complete) {
  std::vector<DomainColumn> known;
  for (const Json& column : columns) {
    const std::string& asked = text(column, "domain");
    const std::string keys = column.contains("keys") ? text(column, "keys") : "";
    const std::string& name = text(column, "name");
    const bool drop = text(column, "missing") == "drop";
    if (!asked.starts_with('@')) {
      auto values = parse_values(asked);
      if (!values) return misfit("a domain cannot be read");
      if (keys_digest(*values) != keys)
        return misfit("the keys of a column are not those of its domain");
      known.push_back({name, *std::move(values), drop});
      continue;
    }
    if (keys.empty()) return misfit("a list of keys has no digest");
    if (!complete) return Told{std::nullopt, true};
    const auto listed = listed_keys(answers, name, drop);
    Values values = KeyList::of(listed);
    if (listed.empty() || keys_digest(values) != keys)
      return misfit("the cells that are listed are not all of the keys");
    known.push_back({name, std::move(values), drop});
  }
  auto domain = Domain::make(std::move(known));
  if (!domain) return misfit("there is no such domain");
  if (domain->has_unknown_keys()) return Told{};
  return Told{*std::move(domain), false};
}

// What is listed are cells of the domain: all of them, or some in their order.
bool lists_its_cells(const Domain& domain, const std::vector<const Json*>& answers,
                     bool complete) {
  if (domain.columns().empty()) return answers.size() <= 1;
  const auto is_cell = [&](const Json& one, std::uint64_t cell) {
    if (!one.contains("cell") || one["cell"].size() != domain.columns().size())
      return false;
    for (std::size_t c = 0; c < domain.columns().size(); ++c) {
      const std::string& name = domain.columns()[c].name;
      if (!one["cell"].contains(name) ||
          text(one["cell"], name) != domain.label(cell, c))
        return false;
    }
    return true;
  };
  if (complete) {
    if (answers.size() != domain.cells()) return false;
    for (std::size_t i = 0; i < answers.size(); ++i)
      if (!is_cell(*answers[i], i)) return false;
    return true;
  }
  // In a huge domain not every cell is tried.
  constexpr std::uint64_t kMostTried = 2'000'000;
  if (domain.cells() > kMostTried) return answers.size() <= domain.cells();
  std::uint64_t cell = 0;
  for (const Json* one : answers) {
    while (cell < domain.cells() && !is_cell(*one, cell)) ++cell;
    if (cell++ == domain.cells()) return false;
  }
  return true;
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
                  .complete = json["fewer_than"].is_null() && !unknown_keys,
                  .answers = {}};
  if (json["answer"].is_array() != !question["columns"].empty())
    return misfit("there is one number without columns, and a list with them");
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
  const auto told = told_domain(question["columns"], setting.answers, setting.complete);
  if (!told) return told.error();
  std::optional<std::int64_t> all_cells;
  if (told->domain) {
    if (!lists_its_cells(*told->domain, setting.answers, setting.complete))
      return misfit("other cells are listed than the domain has");
    all_cells = static_cast<std::int64_t>(told->domain->cells());
  }
  for (const std::int64_t cap : {plan.reading.person.rows, plan.reading.person.cells})
    if (cap < 1 || cap > 1'000'000) return misfit("there are no such caps");
  PersonShare most = expected_share(plan.reading.person, all_cells);
  if (told->on_trust && plan.share.cells < most.cells) {
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
  if (text(mechanism, "name") != mechanism_name(plan))
    return misfit("the mechanism has another name than its noise");
  if (unknown_keys &&
      (json["fewer_than"].is_null() || whole(json["fewer_than"]) < *plan.key_threshold))
    return misfit("keys below their threshold would be listed");
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

std::optional<std::int64_t> whole_or_none(const Json& json) {
  if (!json.is_number_integer()) return std::nullopt;
  return json.get<std::int64_t>();
}

bool is_estimate(const Json& json, const char* name, const Estimate& expected,
                 const Rational& unit) {
  return json.contains(name) && multiple(json[name], unit) == expected.value &&
         multiple(json["interval"][0], unit) == expected.lower &&
         multiple(json["interval"][1], unit) == expected.upper;
}

std::string error_metric(const Json& json) {
  const std::string& verb = text(json["question"], "verb");
  return fmt::format("absolute error of one {}", verb == "histogram" ? "count" : verb);
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
    if (!json["fewer_than"].is_null() && noisy[0] < whole(json["fewer_than"]))
      return wrong(subject, "a cell is listed that should be hidden");
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
        text(accuracy, "alpha") != "0" || text(accuracy, "distortion") != "none" ||
        text(accuracy, "metric") != error_metric(json) ||
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
  Rational count = 0;
  for (const auto& [name, value] : overall.inputs)
    if (name.starts_with("times_")) count = count + value;
  return count.sign() > 0 ? std::optional(count) : std::nullopt;
}

// Whether this is a claim that a ledger of these terms makes.
bool is_claim_of(const Derivation& overall, const LedgerTerms& terms) {
  const auto* dp = std::get_if<DpPromise>(&overall.conclusion.promise);
  if (dp == nullptr || overall.conclusion.neighbours != terms.neighbours) return false;
  if (terms.accounting == Accounting::sum && overall.rule != "basic_composition")
    return false;
  if (terms.accounting == Accounting::adaptive &&
      (overall.rule != "budget_filter" || !terms.caps ||
       input(overall, "epsilon") != terms.caps->epsilon ||
       input(overall, "delta") != terms.caps->delta))
    return false;
  return !terms.caps ||
         (dp->epsilon <= terms.caps->epsilon && dp->delta <= terms.caps->delta);
}

Check check_overall(const Json& ledger, const Derivations& derivations,
                    const LedgerTerms& terms, std::size_t counted) {
  const char* subject = "budget";
  const Derivation& overall = derivations.ledger.front();
  if (!is_claim_of(overall, terms))
    return wrong(subject, "this is not what a ledger of these terms claims");
  if (!is_premise(derivations.release[counted], overall))
    return wrong(subject, "the sum of all releases does not hold this one");
  const auto releases = releases_in(overall);
  if (releases ? *releases != Rational(whole(ledger["entry"]["id"]))
               : terms.accounting != Accounting::planned)
    return wrong(subject, "the sum is not of as many releases as there are entries");
  const auto& dp = std::get<DpPromise>(overall.conclusion.promise);
  if (!terms.caps)
    return holds(subject,
                 fmt::format("everything up to this entry is epsilon {} and delta {} "
                             "together; the ledger has no caps",
                             dp.epsilon.short_text(), dp.delta.short_text()));
  return holds(
      subject,
      fmt::format("everything up to this entry stays within epsilon {} and "
                  "delta {}",
                  terms.caps->epsilon.short_text(), terms.caps->delta.short_text()));
}

std::vector<Check> check_ledger(const Json& json, const Derivations& derivations) {
  const char* subject = "ledger";
  if (json["ledger"].is_null())
    return {unknown(subject,
                    "no ledger was kept: what else was released about these "
                    "people is not known")};
  const Json &ledger = json["ledger"], &entry = ledger["entry"],
             &terms = ledger["terms"];
  Json mechanism = json["mechanism"];
  mechanism.erase("reason");
  const std::string asked = canonical_json({{"question", json["question"]},
                                            {"mechanism", mechanism},
                                            {"fewer_than", json["fewer_than"]}});
  if (asked != text(entry, "question"))
    return {wrong(subject, "another question was charged than was answered")};
  const SealedTerms sealed{text(terms, "created"),   text(terms, "table"),
                           text(terms, "epsilon"),   text(terms, "delta"),
                           text(terms, "profile"),   text(terms, "neighbours"),
                           text(terms, "accounting")};
  const auto parsed = parse_terms(sealed);
  if (!parsed) return {wrong(subject, "no ledger has such terms")};
  const auto counted = counted_place(derivations.release, *parsed);
  if (!counted || !*counted || entry["counted"] != Json(**counted))
    return {wrong(subject, "another promise counts than is said")};
  Json others = Json::array();
  for (std::size_t i = 0; i < json["derivation"].size(); ++i)
    if (i != **counted) others.push_back(json["derivation"][i]);
  const SealedEntry charged{whole(entry["id"]),
                            text(entry, "time"),
                            text(entry, "question"),
                            text(entry, "version"),
                            canonical_json(json["derivation"][**counted]),
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
  std::vector<Check> checks = {holds(
      subject,
      fmt::format("charged as entry {} of the ledger of '{}', with the seal {}...",
                  charged.id, sealed.table, text(entry, "seal").substr(0, 16)))};
  if (spent["overall"].is_null())
    checks.push_back(
        unknown("budget",
                "nothing is claimed of all releases together; why, only the "
                "ledger can tell"));
  else
    checks.push_back(check_overall(ledger, derivations, *parsed, **counted));
  return checks;
}

}  // namespace

bool is_stored_answer(const Certificate& certificate, const std::string& stored) {
  const Json& json = certificate.json;
  const auto kept = parse_bounded_json(stored);
  const auto unit = Rational::parse(text(json, "unit"));
  if (!kept || !kept->is_object() || !kept->contains("numbers") ||
      !kept->contains("keys") || !unit || unit->sign() <= 0)
    return false;
  std::vector<const Json*> answers;
  if (json["answer"].is_array())
    for (const Json& one : json["answer"]) answers.push_back(&one);
  else if (json["answer"].is_object())
    answers.push_back(&json["answer"]);
  const Json& numbers = (*kept)["numbers"];
  for (const Json& number : numbers)
    if (!number.is_array() || number.size() != answers.size()) return false;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Json& one = *answers[i];
    const char* name = one.contains("count") ? "count" : "value";
    for (std::size_t n = 0; n < numbers.size(); ++n) {
      const auto shown = one.contains("noisy") && n < one["noisy"].size()
                             ? whole_or_none(one["noisy"][n])
                             : multiple(one[name], *unit);
      if (!shown || Json(*shown) != numbers[n][i]) return false;
    }
  }
  // The released keys, in the order in which the cells show them.
  const Json& columns = json["question"]["columns"];
  for (std::size_t c = 0; c < (*kept)["keys"].size(); ++c) {
    const Json& keys = (*kept)["keys"][c];
    if (!keys.is_array()) continue;
    std::set<std::string> labels;
    for (const Json* one : answers)
      if (c >= columns.size() || !one->contains("cell") ||
          !(*one)["cell"].contains(text(columns[c], "name")))
        return false;
      else
        labels.insert(text((*one)["cell"], text(columns[c], "name")));
    for (const std::string& label : labels)
      if (std::find(keys.begin(), keys.end(), Json(label)) == keys.end()) return false;
  }
  return true;
}

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
  // What does not follow is not computed again by the checks below.
  if (checks.back().verdict == Verdict::wrong) return checks;
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
