#include "selvage/release/read_release.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/whole_number.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/question/measured.hpp"
#include "selvage/question/read_question.hpp"

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
    auto question = read_question(json_.at("question"));
    if (!question) throw Misfit{question.error().message};
    if (!question->own.empty() && has_step(*question) && !measure_of(*question))
      throw Misfit{};
    Answer answer{.domain = domain_of(*question, json_["question"]["columns"]),
                  .cells = {},
                  .numbers = series()};
    first_ = answer.numbers[0];
    Release release{.question = *std::move(question),
                    .answer = std::move(answer),
                    .drawn = {},
                    .derivations = {},
                    .accuracy = {},
                    .confidence = rational(json_, "confidence"),
                    .mechanism = mechanism_of(json_.at("mechanism")),
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
    read_open_ends(release);
    if (json_.contains("accuracy_derivation"))
      for (const Json& one : json_["accuracy_derivation"]) {
        auto derivation = parse_accuracy_derivation(one.dump());
        if (!derivation) throw Misfit{derivation.error().message};
        release.accuracy_derivations.push_back(*std::move(derivation));
      }
    read_errors(release);
    check_shape(release);
    return release;
  }

 private:
  // Quantiles may have bounds of their own, and no step.
  static bool has_step(const Question& question) {
    return std::any_of(question.own.begin(), question.own.end(),
                       [](const auto& own) { return own.first == "step"; });
  }

  void read_open_ends(Release& release) const {
    std::vector<OpenEnds> all(release.answer.numbers.size());
    for (std::size_t s = 0; s < all.size(); ++s) {
      const Json& json = json_["numbers"].at(s);
      for (const auto& [name, end] :
           {std::pair("above", &all[s].above), std::pair("below", &all[s].below)})
        if (json.contains(name))
          *end = OpenEnd{number(json[name].at("at"), release.answer.numbers[s]),
                         number(json[name].at("from"), release.answer.numbers[s])};
      all[s].of_range = json.contains("range");
    }
    if (std::any_of(all.begin(), all.end(), [](const auto& one) { return one.any(); }))
      release.open_ends = std::move(all);
  }

  // Of a unit whose codes are not their own places; none for others.
  static std::optional<CodeUnit> places_of(const std::string& text) {
    const auto unit = CodeUnit::parse(text);
    if (!unit || !unit->is_usable() || unit->scale().is_linear()) return std::nullopt;
    return unit;
  }

  std::vector<Series> series() const {
    std::vector<Series> all;
    for (const Json& one : json_.at("numbers")) {
      const auto moments = MomentUnit::parse(text(one, "unit"));
      const auto places = places_of(text(one, "unit"));
      all.push_back({.name = text(one, "name"),
                     .unit = moments  ? Rational(1)
                             : places ? places->number
                                      : rational(one, "unit"),
                     .may_be_unknown = one.at("may_be_unknown").get<bool>(),
                     .moments = moments,
                     .places = places});
      read_whole_series(one, all.back());
      read_quantity(all.size() - 1, all.back());
      if (all.back().unit.sign() <= 0) throw Misfit{};
    }
    if (all.empty() || all[0].unit_text() != text(json_, "unit") ||
        !all[0].with_intervals)
      throw Misfit{};
    return all;
  }

  // A release of an earlier version has one text for all of its numbers.
  void read_quantity(std::size_t place, Series& series) const {
    if (!json_.contains("interval_of") || json_["interval_of"].is_null()) return;
    const Json& of = json_["interval_of"];
    if (of.is_string()) {
      series.quantity.number = "the true " + of.get<std::string>();
      return;
    }
    const Json& one = of.at(place);
    if (one.is_null()) return;
    series.quantity.number = text(one, "text");
    series.quantity.certain = one.at("certain").get<bool>();
    for (const Json& name : one.at("but")) {
      const auto caveat = read_caveat(name.get<std::string>());
      if (!caveat) throw Misfit{};
      series.quantity.but.push_back(*caveat);
    }
  }

  // One without intervals stands beside others, in whole numbers that are known.
  static void read_whole_series(const Json& json, Series& series) {
    if (!json.contains("intervals")) return;
    series.with_intervals = json["intervals"].get<bool>();
    if (!json.at("total").is_null()) series.total = whole(json["total"]);
    if (series.with_intervals || series.may_be_unknown || !series.is_whole())
      throw Misfit{};
  }

  // The exact numbers stand beside those of JSON, which are doubles.
  Estimate number_of(const Json& json) const {
    return number_of(json, first_.name == "count" ? "count" : "value", "", first_);
  }
  Estimate number_of(const Json& json, const std::string& name,
                     const std::string& before, const Series& of) const {
    if (json.contains(before + "units")) {
      const Json& units = json[before + "units"];
      if (units.size() == 1) return without_interval(whole(units.at(0)));
      return {whole(units.at(0)), whole(units.at(1)), whole(units.at(2))};
    }
    const Json& value = json.at(name);
    const Json& interval = json.at(before + "interval");
    if (value.is_null() && interval.is_null())
      return {0, 0, 0, false, !is_without_intervals()};
    if (interval.is_null()) return without_interval(number(value, of));
    return {number(value, of), number(interval.at(0), of), number(interval.at(1), of)};
  }

  // No number of such a release has an interval, whether it is known or not.
  bool is_without_intervals() const {
    if (!json_.contains("interval_of")) return false;
    const Json& of = json_["interval_of"];
    return of.is_null() || (of.is_array() && of.at(0).is_null());
  }

  static std::int64_t number(const Json& json, const Series& of) {
    if (of.moments) {
      const auto code = of.moments->parse_code(json.get_ref<const std::string&>());
      if (!code) throw Misfit{"a moment is none of its unit"};
      return *code;
    }
    const Rational& unit = of.unit;
    if (json.is_string()) {
      const auto value = Rational::parse(json.get_ref<const std::string&>());
      if (!value) throw Misfit{};
      if (!of.places) return multiple(*value, unit);
      const std::int64_t place = of.scale().nearest(*value / unit);
      if (of.number(place) != *value) throw Misfit{};
      return place;
    }
    if (unit != 1) throw Misfit{};
    return whole(json);
  }

  // With the released keys in the place of the unknown ones.
  static Domain domain_of(const Question& question, const Json& columns) {
    Drawn released;
    std::uint64_t cells = question.domain.cells();
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (question.asked[c] != "?") continue;
      auto keys = columns[c].at("key_list").get<std::vector<std::string>>();
      if (std::set<std::string>(keys.begin(), keys.end()).size() != keys.size())
        throw Misfit{"a key stands there twice"};
      if (__builtin_mul_overflow(cells, keys.size() + 2, &cells)) throw Misfit{};
      released.keys.push_back(std::move(keys));
    }
    return released_domain(question.domain, released);
  }

  static Accuracy accuracy_of(const Json& json) {
    return {.alpha = rational(json, "alpha"),
            .beta = rational(json, "beta"),
            .gamma = rational(json, "gamma"),
            .distortion =
                read_distortion(text(json, "distortion")).value_or(Distortion::none),
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

  static MechanismUsed mechanism_of(const Json& json) {
    MechanismUsed used{.name = text(json, "name"), .reason = text(json, "reason")};
    for (const auto& [name, value] : json.at("parameters").items())
      used.parameters.emplace_back(name, value.get<std::string>());
    return used;
  }

  static std::optional<LedgerNote> ledger_of(const Json& json) {
    if (json.is_null()) return std::nullopt;
    return LedgerNote{.file = text(json, "file"),
                      .entry = whole(json.at("entry")),
                      .seal = text(json, "seal"),
                      .answered_before = json.at("answered_before").get<bool>(),
                      .spent = text(json, "spent")};
  }

  void read_errors(Release& release) const {
    for (const Json& one : json_.at("error")) {
      const Rational mean = rational(one, "mean_abs");
      if (one.at("count").is_null())
        release.error =
            ErrorStatement{mean / first_.unit,
                           one.contains("units") ? whole(one["units"])
                                                 : number(one.at("bound"), first_),
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
      series.rows.push_back(series.with_intervals
                                ? number_of(row, series.name, series.name + "_", series)
                                : without_interval(whole(row.at(series.name))));
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
  Series first_;  // without its rows
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
