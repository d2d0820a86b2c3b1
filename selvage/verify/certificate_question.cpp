#include "selvage/verify/certificate_parts.hpp"

#include <algorithm>
#include <set>

#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/summary/predicate_parse.hpp"

namespace selvage::verify {

bool has_labels_of(const Json& answer, const Domain& domain, std::uint64_t cell) {
  if (!answer.contains("cell") || answer["cell"].size() != domain.columns().size())
    return false;
  for (std::size_t c = 0; c < domain.columns().size(); ++c) {
    const std::string& name = domain.columns()[c].name;
    if (!answer["cell"].contains(name) ||
        text(answer["cell"], name) != domain.label(cell, c))
      return false;
  }
  return true;
}

namespace {

Statistic statistic_of(const std::string& verb) {
  if (verb == "sum") return Statistic::sum;
  if (verb == "mean") return Statistic::mean;
  if (verb == "variance") return Statistic::variance;
  return Statistic::count;
}

// Every noise has a parameter of its own name.
std::optional<Noise> noise_of(const Json& number) {
  for (const char* name : {"scale", "variance", "profile", "levels", "guess"}) {
    if (!number.contains(name)) continue;
    auto noise = read_noise(text(number, "noise"), text(number, name));
    if (noise && noise_parameter(*noise).first == name) return noise;
  }
  return std::nullopt;
}

// How counts are shown. None if the program does not show them so.
std::optional<Display> display_of(const Json& mechanism) {
  if (!mechanism.contains("display"))
    return mechanism.contains("prior_mean") ? std::nullopt : std::optional(Display{});
  using Kind = Display::Kind;
  if (text(mechanism, "display") == display_name(Kind::unbiased) &&
      !mechanism.contains("prior_mean"))
    return Display{Kind::unbiased, 0};
  if (text(mechanism, "display") != display_name(Kind::likely) ||
      !mechanism.contains("prior_mean"))
    return std::nullopt;
  const auto mean = Rational::parse(text(mechanism, "prior_mean"));
  // The public guess is a whole number of people in a cell.
  if (!mean || mean->sign() <= 0 || !mean->to_int64()) return std::nullopt;
  return Display{Kind::likely, *mean};
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
  std::optional<Domain> unknown = std::nullopt;  // the domain with keys that are not
  bool on_trust = false;                         // the list of keys is not to be seen
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
      if (const auto* bins = std::get_if<NumericBins>(&*values);
          bins != nullptr && bins->text() != asked)
        return misfit("the bins of a column are not written in their own form");
      known.push_back({name, *std::move(values), drop});
      continue;
    }
    if (keys.empty()) return misfit("a list of keys has no digest");
    if (!complete) return Told{.domain = std::nullopt, .on_trust = true};
    const auto listed = listed_keys(answers, name, drop);
    Values values = KeyList::of(listed);
    if (listed.empty() || keys_digest(values) != keys)
      return misfit("the cells that are listed are not all of the keys");
    known.push_back({name, std::move(values), drop});
  }
  auto domain = Domain::make(std::move(known));
  if (!domain) return misfit("there is no such domain");
  if (domain->has_unknown_keys())
    return Told{.domain = std::nullopt, .unknown = *std::move(domain)};
  return Told{.domain = *std::move(domain)};
}

// What is listed has a label of each column, and no two entries have the same.
bool lists_different_cells(const Json& columns,
                           const std::vector<const Json*>& answers) {
  std::set<std::vector<std::string>> seen;
  for (const Json* one : answers) {
    if (!one->contains("cell") || (*one)["cell"].size() != columns.size()) return false;
    std::vector<std::string> labels;
    for (const Json& column : columns) {
      if (!(*one)["cell"].contains(text(column, "name"))) return false;
      labels.push_back(text((*one)["cell"], text(column, "name")));
    }
    if (!seen.insert(std::move(labels)).second) return false;
  }
  return true;
}

// Of the columns whose places are known the labels are those of places.
bool has_known_labels(const Domain& domain, const std::vector<const Json*>& answers) {
  for (const DomainColumn& column : domain.columns()) {
    if (std::holds_alternative<UnknownKeys>(column.values)) continue;
    std::set<std::string> labels;
    for (std::size_t place = 0; place < column.places(); ++place)
      labels.insert(column.label(place));
    for (const Json* one : answers)
      if (!labels.contains(text((*one)["cell"], column.name))) return false;
  }
  return true;
}

// What is listed are cells of the domain: all of them, or some in their order.
bool lists_its_cells(const Domain& domain, const std::vector<const Json*>& answers,
                     bool complete) {
  if (domain.columns().empty())
    return answers.empty() ? !complete
                           : answers.size() == 1 && !answers[0]->contains("cell");
  if (complete) {
    if (answers.size() != domain.cells()) return false;
    for (std::size_t i = 0; i < answers.size(); ++i)
      if (!has_labels_of(*answers[i], domain, i)) return false;
    return true;
  }
  // In a huge domain not every cell is tried.
  constexpr std::uint64_t kMostTried = 2'000'000;
  if (domain.cells() > kMostTried) return answers.size() <= domain.cells();
  std::uint64_t cell = 0;
  for (const Json* one : answers) {
    while (cell < domain.cells() && !has_labels_of(*one, domain, cell)) ++cell;
    if (cell++ == domain.cells()) return false;
  }
  return true;
}

// Of the domain only whether keys are unknown matters to the numbers of a plan.
Result<Reading> read_reading(const Json& question, Statistic statistic,
                             bool unknown_keys) {
  std::vector<DomainColumn> columns;
  if (unknown_keys) columns.push_back({"keys", UnknownKeys{}});
  auto domain = Domain::make(std::move(columns));
  if (!domain) return domain.error();
  Reading reading{.domain = *std::move(domain),
                  .measure = std::nullopt,
                  .person = person_of(question["person"])};
  if (question["person"].is_object() && reading.person.column.empty())
    return misfit("a person has no column");
  for (const std::int64_t cap : {reading.person.rows, reading.person.cells})
    if (cap < 1 || cap > kMostCap) return misfit("there are no such caps");
  if (question.contains("measure") != (statistic != Statistic::count))
    return misfit("sums need a column to sum, and counts have none");
  if (statistic == Statistic::count) return reading;
  const Json& measure = question["measure"];
  const auto step = Rational::parse(text(measure, "step"));
  if (!step || step->text() != text(measure, "step"))
    return misfit("the step is no number");
  const auto grid = grid_for(statistic, text(measure, "bounds"), *step);
  if (!grid) return misfit("there is no such grid within these bounds");
  reading.measure = Measure{text(measure, "column"), *grid};
  return reading;
}

// The cells that are listed, and what of one person counts in them. [T30]
Outcome check_cells(const Json& json, Setting& setting) {
  const auto told =
      told_domain(json["question"]["columns"], setting.answers, setting.complete);
  if (!told) return told.error();
  const Json& columns = json["question"]["columns"];
  if (!columns.empty() &&
      (!lists_different_cells(columns, setting.answers) ||
       (told->unknown && !has_known_labels(*told->unknown, setting.answers))))
    return misfit("other cells are listed than the domain has");
  std::optional<std::int64_t> all_cells;
  if (told->domain) {
    if (!lists_its_cells(*told->domain, setting.answers, setting.complete))
      return misfit("other cells are listed than the domain has");
    all_cells = static_cast<std::int64_t>(told->domain->cells());
    setting.cells = Rational(*all_cells);
  }
  const Json& share = json["mechanism"]["share"];
  CellsPlan& plan = setting.plan;
  plan.share = {whole(share["rows"]), whole(share["cells"]),
                whole(share["rows_in_cell"])};
  PersonShare most = person_share(plan.reading.person, all_cells);
  if (told->on_trust && plan.share.cells < most.cells) {
    setting.cells_on_trust = true;
    most = person_share(plan.reading.person, plan.share.cells);
  }
  if (plan.share.cells < 1 || plan.share != most)
    return misfit("the most that one person counts is not what the caps say");
  return Done{};
}

// The noisy numbers of a cell. [T35]
Outcome read_numbers(const Json& mechanism, CellsPlan& plan) {
  std::vector<std::int64_t> divisors(3, 1);
  for (std::size_t i = 0; i < divisors.size() && i < mechanism["numbers"].size(); ++i) {
    divisors[i] = whole(mechanism["numbers"][i]["divisor"]);
    const bool counts = text(mechanism["numbers"][i], "name") == "count";
    if (divisors[i] < 1 || divisors[i] > kMostDivisor || (counts && divisors[i] != 1) ||
        power_of_ten_below(divisors[i]) != Rational(divisors[i]))
      return misfit("a number is divided by what is no power of ten");
  }
  plan.numbers = planned_numbers(plan.statistic, plan.reading, divisors);
  if (mechanism["numbers"].size() != plan.numbers.size())
    return misfit("the mechanism has other numbers than the question needs");
  for (std::size_t i = 0; i < plan.numbers.size(); ++i) {
    const Json& number = mechanism["numbers"][i];
    if (text(number, "name") != plan.numbers[i].name ||
        whole(number["per_row"]) != plan.numbers[i].per_row ||
        plan.numbers[i].per_row >= kMaxRelease)
      return misfit("a number of the mechanism is not what the bounds say");
    const auto noise = noise_of(number);
    if (!noise) return misfit("noise of this size is never added");
    plan.numbers[i].noise = *noise;
  }
  const auto display = display_of(mechanism);
  if (!display || (display->kind != Display::Kind::noisy &&
                   !std::holds_alternative<WarpedNoise>(plan.numbers[0].noise)))
    return misfit("counts are shown in a way that is not known");
  plan.display = *display;
  if (!mechanism["threshold"].is_null())
    plan.key_threshold = whole(mechanism["threshold"]);
  if (text(mechanism, "name") != mechanism_name(plan))
    return misfit("the mechanism has another name than its noise");
  return Done{};
}

}  // namespace

std::vector<const Json*> listed_answers(const Json& json) {
  std::vector<const Json*> answers;
  if (json["answer"].is_array())
    for (const Json& one : json["answer"]) answers.push_back(&one);
  else if (json["answer"].is_object())
    answers.push_back(&json["answer"]);
  return answers;
}

Result<Setting> read_setting(const Json& json) {
  const Json &question = json["question"], &mechanism = json["mechanism"];
  const Statistic statistic = statistic_of(text(question, "verb"));
  const bool unknown_keys = !mechanism["threshold"].is_null();
  const bool asked_unknown = std::any_of(
      question["columns"].begin(), question["columns"].end(), [](const Json& column) {
        return text(column, "domain") == "?" && !column.contains("keys");
      });
  if (unknown_keys != asked_unknown)
    return misfit("a threshold belongs to unknown keys, and they to a threshold");
  if (!json["fewer_than"].is_null() && whole(json["fewer_than"]) < 1)
    return misfit("cells below less than one are hidden");
  if (question["where"].is_string()) {
    const auto test = parse_predicate(text(question, "where"));
    if (!test || predicate_text(*test) != text(question, "where"))
      return misfit("the rows are chosen by something that is no test in its own form");
  }
  auto reading = read_reading(question, statistic, unknown_keys);
  if (!reading) return reading.error();
  if (reading->measure &&
      reading->measure->grid.text() != text(question["measure"], "bounds"))
    return misfit("the bounds are not written in their own form");
  if (PrivacyUnit{reading->person.column}.text() != text(json, "privacy_unit"))
    return misfit("another unit of privacy is named than the question protects");
  if (json["answer"].is_array() != !question["columns"].empty())
    return misfit("there is one number without columns, and a list with them");
  Setting setting{.plan = {.statistic = statistic,
                           .reading = *std::move(reading),
                           .share = {},
                           .numbers = {},
                           .derivations = {},
                           .reason = {}},
                  .complete = json["fewer_than"].is_null() && !unknown_keys,
                  .answers = listed_answers(json)};
  if (const auto good = check_cells(json, setting); !good) return good.error();
  if (const auto good = read_numbers(mechanism, setting.plan); !good)
    return good.error();
  if (unknown_keys && (json["fewer_than"].is_null() ||
                       whole(json["fewer_than"]) < *setting.plan.key_threshold))
    return misfit("keys below their threshold would be listed");
  return setting;
}

}  // namespace selvage::verify
