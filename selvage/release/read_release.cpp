#include "selvage/release/read_release.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/whole_number.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/question/measured.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

// Thrown and caught in this file only, as what the library of JSON throws is.
struct Misfit {
  std::string why = "a part of it is missing or has another form";
};

constexpr std::size_t kMostPlaces = 20'000'000;  // of a column, where not all are told

std::int64_t whole(const Json& json) {
  const auto number = whole_number(json);
  if (!number) throw Misfit{};
  return *number;
}

std::string text(const Json& json, const char* name) {
  return json.at(name).get<std::string>();
}

Rational rational(const Json& json, const char* name) {
  const auto value = Rational::parse(text(json, name));
  if (!value) throw Misfit{};
  return *value;
}

std::int64_t multiple(const Rational& value, const Rational& unit) {
  const auto times = (value / unit).to_int64();
  if (!times || unit * *times != value) throw Misfit{"a number is none of its unit"};
  return *times;
}

class ReleaseReader {
 public:
  explicit ReleaseReader(const Json& json) : json_(json) {}

  Release run() {
    const Json& question = json_.at("question");
    std::vector<DomainColumn> columns = columns_of(question);
    Question asked = question_of(question, columns);
    Answer answer{.domain = Domain::of_released(std::move(columns)),
                  .cells = {},
                  .numbers = series_of(asked.verb)};
    unit_ = answer.numbers[0].unit;
    Release release{.question = std::move(asked),
                    .answer = std::move(answer),
                    .drawn = {},
                    .derivations = {},
                    .accuracy = {},
                    .confidence = rational(json_, "confidence"),
                    .mechanism = mechanism_of(json_.at("mechanism"), question),
                    .verification = verification_of(json_.at("verification")),
                    .ledger = ledger_of(json_.at("ledger")),
                    .warnings = json_.at("warnings").get<std::vector<std::string>>()};
    if (json_.contains("notes"))
      release.notes = json_["notes"].get<std::vector<std::string>>();
    read_answer(release.answer);
    for (const Json& one : json_.at("derivation")) {
      auto derivation = read_derivation(one);
      if (!derivation) throw Misfit{derivation.error().message};
      release.derivations.push_back(*std::move(derivation));
    }
    for (const Json& one : json_.at("accuracy"))
      release.accuracy.push_back(accuracy_of(one));
    read_errors(release);
    check_shape(release);
    return release;
  }

 private:
  // What is called by the verb alone, or one of several in a list.
  std::vector<Series> series_of(const std::string& verb) const {
    const Rational unit = rational(json_, "unit");
    if (unit.sign() <= 0) throw Misfit{};
    if (!json_.contains("numbers"))
      return {{.name = verb == "histogram" ? "count" : verb,
               .unit = unit,
               .may_be_unknown = verb == "mean" || verb == "variance"}};
    std::vector<Series> all;
    for (const Json& one : json_["numbers"]) {
      all.push_back({.name = text(one, "name"),
                     .unit = rational(one, "unit"),
                     .may_be_unknown = one.at("may_be_unknown").get<bool>()});
      if (all.back().unit.sign() <= 0) throw Misfit{};
    }
    if (all.empty() || all[0].unit != unit) throw Misfit{};
    return all;
  }

  // The exact numbers stand beside those of JSON, which are doubles.
  Estimate number_of(const Json& json) const {
    return number_of(json, json.contains("count") ? "count" : "value", "", unit_);
  }
  Estimate number_of(const Json& json, const std::string& name,
                     const std::string& before, const Rational& unit) const {
    if (json.contains(before + "units")) {
      const Json& units = json[before + "units"];
      return {whole(units.at(0)), whole(units.at(1)), whole(units.at(2))};
    }
    const Json& value = json.at(name);
    const Json& interval = json.at(before + "interval");
    if (value.is_null() && interval.is_null()) return {0, 0, 0, false};
    return {number(value, unit), number(interval.at(0), unit),
            number(interval.at(1), unit)};
  }

  static std::int64_t number(const Json& json, const Rational& unit) {
    if (json.is_string()) {
      const auto value = Rational::parse(json.get_ref<const std::string&>());
      if (!value) throw Misfit{};
      return multiple(*value, unit);
    }
    if (unit != 1) throw Misfit{};
    return whole(json);
  }

  // As released.
  std::vector<DomainColumn> columns_of(const Json& question) const {
    std::vector<DomainColumn> columns;
    std::set<std::string> names;
    std::uint64_t cells = 1;
    for (const Json& column : question.at("columns")) {
      columns.push_back(column_of(column, text(column, "domain")));
      if (!names.insert(columns.back().name).second) throw Misfit{};
      if (__builtin_mul_overflow(cells, columns.back().places(), &cells))
        throw Misfit{};
    }
    return columns;
  }

  static Question question_of(const Json& json, std::vector<DomainColumn> columns) {
    std::vector<std::string> asked;
    for (const Json& column : json.at("columns"))
      asked.push_back(text(column, "domain"));
    for (std::size_t c = 0; c < columns.size(); ++c)
      if (asked[c] == "?") columns[c].values = UnknownKeys{};
    Question question{.verb = text(json, "verb"),
                      .table = text(json, "table"),
                      .domain = Domain::of_released(std::move(columns)),
                      .asked = std::move(asked),
                      .person = person_of(json.at("person"))};
    if (!json.at("where").is_null()) question.where = text(json, "where");
    if (json.contains("delimiter")) question.delimiter = text(json, "delimiter");
    if (!json.contains("measure")) return question;
    const Json& measure = json["measure"];
    question.column = text(measure, "column");
    for (const auto& [name, value] : measure.items())
      if (name != "column") question.own.emplace_back(name, value.get<std::string>());
    if (measure.contains("bounds") && !measure_of(question)) throw Misfit{};
    return question;
  }

  // No file is opened, whatever the domain's text names.
  DomainColumn column_of(const Json& json, const std::string& asked) const {
    DomainColumn column{text(json, "name"), UnknownKeys{},
                        text(json, "missing") == "drop"};
    if (json.contains("key_list")) {
      column.values = keys_of(json["key_list"].get<std::vector<std::string>>());
    } else if (hides_keys(asked)) {
      column.values = keys_of(labels_of(column.name, asked));
    } else {
      auto values = parse_values(asked);
      if (!values) throw Misfit{values.error().message};
      column.values = *std::move(values);
    }
    return column;
  }

  static KeyList keys_of(const std::vector<std::string>& keys) {
    if (std::set<std::string>(keys.begin(), keys.end()).size() != keys.size())
      throw Misfit{"a key stands there twice"};
    return KeyList::of(keys);
  }

  // A certificate has no list of keys. Where it tells every cell, its labels are that
  // list; of unknown keys all that were released are told.
  std::vector<std::string> labels_of(const std::string& column,
                                     const std::string& asked) const {
    if (asked != "?" && !json_.at("fewer_than").is_null())
      throw Misfit{
          fmt::format("it does not hold the list of keys of the column '{}', and some "
                      "cells are not "
                      "told; show its entry in the ledger, or the release as JSON",
                      column)};
    std::vector<std::string> labels;
    std::set<std::string> seen;
    for (const Json& one : json_.at("answer"))
      if (auto label = one.at("cell").at(column).get<std::string>();
          seen.insert(label).second)
        labels.push_back(std::move(label));
    for (const char* place : {"missing", "other"})
      if (!labels.empty() &&
          (labels.back() == place || labels.back() == fmt::format("({})", place)))
        labels.pop_back();
    return labels;
  }

  static Person person_of(const Json& json) {
    if (json.is_string()) return {};
    return {text(json, "column"), whole(json.at("rows_per_person")),
            whole(json.at("cells_per_person")),
            text(json, "per_person") == "first" ? PerPerson::first : PerPerson::sum};
  }

  static Accuracy accuracy_of(const Json& json) {
    const std::string distortion = text(json, "distortion");
    return {.alpha = rational(json, "alpha"),
            .beta = rational(json, "beta"),
            .gamma = rational(json, "gamma"),
            .distortion = distortion == "drop"        ? Distortion::drop
                          : distortion == "move"      ? Distortion::move
                          : distortion == "drop_move" ? Distortion::drop_move
                                                      : Distortion::none,
            .metric = text(json, "metric")};
  }

  static Verification verification_of(const Json& json) {
    for (const auto level :
         {VerificationLevel::exact_law, VerificationLevel::small_worlds,
          VerificationLevel::theorem_only})
      if (level_name(level) == text(json, "level"))
        return {level, text(json, "detail")};
    throw Misfit{};
  }

  // As the plan says them, where only what they are made of stands there.
  static MechanismUsed mechanism_of(const Json& json, const Json& question) {
    MechanismUsed used{
        .name = text(json, "name"), .reason = text(json, "reason"), .parameters = {}};
    if (json.contains("parameters")) {
      for (const auto& [name, value] : json["parameters"].items())
        used.parameters.emplace_back(name, value.get<std::string>());
      return used;
    }
    for (const Json& number : json.at("numbers"))
      for (const char* name : {"scale", "variance"})
        if (number.contains(name))
          used.parameters.emplace_back(
              json["numbers"].size() == 1
                  ? name
                  : fmt::format("{}_of_{}", name, text(number, "name")),
              text(number, name));
    if (!json.at("threshold").is_null())
      used.parameters.emplace_back("threshold",
                                   std::to_string(whole(json["threshold"])));
    const Json& share = json.at("share");
    used.parameters.emplace_back("rows_per_person",
                                 std::to_string(whole(share.at("rows"))));
    used.parameters.emplace_back("cells_per_person",
                                 std::to_string(whole(share.at("cells"))));
    if (question.contains("measure"))
      used.parameters.emplace_back("step", text(question["measure"], "step"));
    return used;
  }

  static std::optional<LedgerNote> ledger_of(const Json& json) {
    if (json.is_null()) return std::nullopt;
    if (json.contains("file"))
      return LedgerNote{.file = text(json, "file"),
                        .entry = whole(json.at("entry")),
                        .seal = text(json, "seal"),
                        .answered_before = json.at("answered_before").get<bool>(),
                        .spent = text(json, "spent")};
    // Of a certificate: the terms and the entry, and no file.
    const Json &terms = json.at("terms"), &entry = json.at("entry");
    return LedgerNote{
        .file = fmt::format("the ledger of {}", text(terms, "table")),
        .entry = whole(entry.at("id")),
        .seal = text(entry, "seal"),
        .answered_before = false,
        .spent =
            text(terms, "epsilon") == "none"
                ? "see the certificate; no cap"
                : fmt::format("see the certificate; the cap is epsilon {}, delta {}",
                              text(terms, "epsilon"), text(terms, "delta"))};
  }

  void read_errors(Release& release) const {
    for (const Json& one : json_.at("error")) {
      const Rational mean = rational(one, "mean_abs");
      if (one.at("count").is_null())
        release.error =
            ErrorStatement{mean / unit_,
                           one.contains("units") ? whole(one["units"])
                                                 : number(one.at("bound"), unit_),
                           rational(one, "confidence")};
      else
        release.errors_by_count.push_back(
            {whole(one["count"]), mean, whole(one.at("bound"))});
    }
  }

  void read_answer(Answer& answer) const {
    if (!json_.at("fewer_than").is_null())
      answer.fewer_than = whole(json_["fewer_than"]);
    if (!json_.at("total").is_null()) answer.total = number_of(json_["total"]);
    if (json_.contains("margins"))
      for (const Json& margin : json_["margins"]) {
        auto& sums = answer.margins.emplace_back();
        for (const Json& sum : margin) sums.push_back(number_of(sum));
      }
    read_rows(answer);
  }

  void read_rows(Answer& answer) const {
    const Json& rows = json_.at("answer");
    if (rows.is_null()) return;
    const Domain& domain = answer.domain;
    if (rows.is_object()) {
      if (!domain.columns().empty()) throw Misfit{};
      return add_row(answer, 0, rows);
    }
    const bool complete = rows.size() == domain.cells();
    if (!complete) number_places(domain);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Json& labels = rows[i].at("cell");
      const std::uint64_t cell = complete ? i : cell_of(domain, labels);
      if (complete)
        for (std::size_t c = 0; c < domain.columns().size(); ++c)
          if (labels.at(domain.columns()[c].name) != domain.label(i, c)) throw Misfit{};
      if (!answer.cells.empty() && answer.cells.back() >= cell) throw Misfit{};
      add_row(answer, cell, rows[i]);
    }
  }

  void add_row(Answer& answer, std::uint64_t cell, const Json& row) const {
    answer.cells.push_back(cell);
    answer.numbers[0].rows.push_back(number_of(row));
    for (std::size_t s = 1; s < answer.numbers.size(); ++s) {
      Series& series = answer.numbers[s];
      series.rows.push_back(
          number_of(row, series.name, series.name + "_", series.unit));
    }
  }

  void number_places(const Domain& domain) const {
    for (const DomainColumn& column : domain.columns()) {
      auto& places = places_.emplace_back();
      if (column.places() > kMostPlaces)
        throw Misfit{
            fmt::format("the column '{}' has more than {} places, and not all "
                        "are told",
                        column.name, kMostPlaces)};
      for (std::size_t place = 0; place < column.places(); ++place)
        places.emplace(column.label(place), place);
    }
  }

  std::uint64_t cell_of(const Domain& domain, const Json& labels) const {
    std::uint64_t cell = 0;
    for (std::size_t c = 0; c < domain.columns().size(); ++c) {
      const auto& name = domain.columns()[c].name;
      const auto place = places_[c].find(labels.at(name).get_ref<const std::string&>());
      if (place == places_[c].end()) throw Misfit{"a cell is none of its columns"};
      cell = cell * domain.columns()[c].places() + place->second;
    }
    return cell;
  }

  // What those who draw it rely on.
  static void check_shape(const Release& release) {
    const auto& columns = release.answer.domain.columns();
    const auto& margins = release.answer.margins;
    if (!margins.empty() && margins.size() != columns.size()) throw Misfit{};
    for (std::size_t c = 0; c < margins.size(); ++c)
      if (!margins[c].empty() && margins[c].size() != columns[c].places())
        throw Misfit{};
    if (release.question.verb.empty()) throw Misfit{};
    for (const Series& series : release.answer.numbers)
      for (const Estimate& number : series.rows)
        if (number.lower > number.upper) throw Misfit{};
  }

  const Json& json_;
  Rational unit_ = 1;
  mutable std::vector<std::unordered_map<std::string, std::size_t>> places_;
};

}  // namespace

Result<Release> read_release(const Json& json) try {
  return ReleaseReader(json).run();
} catch (const Misfit& misfit) {
  return Error{ErrorKind::unverified, "this is no release: " + misfit.why};
} catch (const Json::exception&) {
  return Error{ErrorKind::unverified, "this is no release: " + Misfit{}.why};
}

}  // namespace selvage
