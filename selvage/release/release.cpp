#include "selvage/release/release.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/digest.hpp"
#include "selvage/release/answer_text.hpp"
#include "selvage/release/drawn_json.hpp"
#include "selvage/release/hints.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

// Names come from files and may hold any bytes; JSON text must be UTF-8.
std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

template <class Value>
Json list(const std::vector<Value>& values) {
  Json result = Json::array();
  for (const auto& value : values) result.push_back(to_json(value));
  return result;
}

class AnswerJson {
 public:
  AnswerJson(const Answer& answer, NumberForm form) : answer_(answer), form_(form) {
    for (std::size_t s = 0; s < answer_.numbers.size(); ++s) {
      const Series& series = answer_.numbers[s];
      if (s == 0)
        names_.push_back(
            {series.name == "count" ? "count" : "value", "interval", "units"});
      else
        names_.push_back(
            {series.name, series.name + "_interval", series.name + "_units"});
    }
  }

  // Of a decimal so short the nearest double prints the same digits.
  Json number(std::int64_t multiple, std::size_t series = 0) const {
    const Series& of = answer_.numbers[series];
    if (of.is_whole()) return multiple;
    if (form_ == NumberForm::exact || of.moments) return of.text(multiple);
    return of.number(multiple).to_double();
  }
  // A number of JSON is a double: what it was exactly stands beside it, in units.
  Json with_interval(const Estimate& value, std::size_t series = 0) const {
    const auto& [name, interval, units] = names_[series];
    if (!answer_.numbers[series].with_intervals)
      return {{name, number(value.value, series)}};
    if (!value.known) return {{name, nullptr}, {interval, nullptr}};
    if (!value.has_interval) {
      Json one = {{name, number(value.value, series)}, {interval, nullptr}};
      if (in_units(series)) one[units] = {value.value};
      return one;
    }
    Json one = {{name, number(value.value, series)},
                {interval, {number(value.lower, series), number(value.upper, series)}}};
    if (in_units(series)) one[units] = {value.value, value.lower, value.upper};
    return one;
  }
  bool in_units(std::size_t series = 0) const {
    return form_ == NumberForm::json && answer_.numbers[series].in_units();
  }
  Json margins() const {
    Json result = Json::array();
    for (const auto& margin : answer_.margins) {
      result.push_back(Json::array());
      for (const Estimate& sum : margin) result.back().push_back(with_interval(sum));
    }
    return result;
  }
  // What a reader must know of the numbers.
  Json series() const {
    Json result = Json::array();
    for (const Series& one : answer_.numbers) {
      result.push_back({{"name", one.name},
                        {"unit", one.unit_text()},
                        {"may_be_unknown", one.may_be_unknown}});
      if (one.with_intervals) continue;
      result.back()["intervals"] = false;
      result.back()["total"] = one.total ? Json(*one.total) : Json(nullptr);
    }
    return result;
  }
  Json all() const {
    const Domain& domain = answer_.domain;
    if (domain.columns().empty()) return answer_.cells.empty() ? Json(nullptr) : at(0);
    Json result = Json::array();
    for (std::size_t i = 0; i < answer_.cells.size(); ++i) {
      Json labels = Json::object();
      for (std::size_t c = 0; c < domain.columns().size(); ++c)
        labels[domain.columns()[c].name] = domain.label(answer_.cells[i], c);
      Json one = {{"cell", std::move(labels)}};
      one.update(at(i));
      result.push_back(std::move(one));
    }
    return result;
  }

 private:
  struct Names {
    std::string number, interval, units;
  };

  Json at(std::size_t i) const {
    Json one = with_interval(answer_.numbers[0].rows[i]);
    for (std::size_t s = 1; s < answer_.numbers.size(); ++s)
      one.update(with_interval(answer_.numbers[s].rows[i], s));
    return one;
  }

  const Answer& answer_;
  NumberForm form_;
  std::vector<Names> names_;
};

// Without the reason, which is about other mechanisms.
Json law_of(const MechanismUsed& mechanism) {
  Json json = {{"name", mechanism.name}};
  json.update(mechanism.law);
  return json;
}

Json mechanism_json(const MechanismUsed& mechanism, NumberForm form) {
  Json json = {{"name", mechanism.name}, {"reason", mechanism.reason}};
  if (form == NumberForm::exact) {
    json["law"] = mechanism.law;
    json["shown"] = mechanism.shown;
    return json;
  }
  json["parameters"] = Json::object();
  // By name, as whoever reads JSON may sort them.
  for (const auto& [name, value] :
       std::map(mechanism.parameters.begin(), mechanism.parameters.end()))
    json["parameters"][name] = value;
  return json;
}

Json ledger_json(const std::optional<LedgerNote>& note) {
  if (!note) return nullptr;
  return {{"file", note->file},
          {"entry", note->entry},
          {"seal", note->seal},
          {"answered_before", note->answered_before},
          {"spent", note->spent}};
}

}  // namespace

const char* const kNoLedgerWarning =
    "no ledger was kept: add up the epsilons of all releases about these people";

std::vector<std::string> Release::all_warnings() const {
  std::vector<std::string> all = notes;
  all.insert(all.end(), warnings.begin(), warnings.end());
  return all;
}

namespace {

// Of each number; null where no interval is claimed. The words follow from the law, so
// that a certificate does without them.
Json interval_of(const Answer& answer, NumberForm form) {
  Json all = Json::array();
  for (const Series& series : answer.numbers) {
    const Quantity& quantity = series.quantity;
    if (!quantity.claimed()) {
      all.push_back(nullptr);
      continue;
    }
    Json one = {{"but", Json::array()}, {"certain", quantity.certain}};
    for (const Caveat caveat : quantity.but) one["but"].push_back(caveat_name(caveat));
    if (form == NumberForm::json) one["text"] = quantity.text();
    all.push_back(std::move(one));
  }
  return all;
}

void add_key_list(const KeyList& keys, Json& column) {
  Json& list = column["key_list"] = Json::array();
  for (std::size_t i = 0; i < keys.size(); ++i)
    list.push_back(std::string(keys.key(i)));
}

// With the keys that the question's text does not say, for whoever has nothing else.
// Exactly: without the released ones, which are no part of the question.
Json with_key_lists(const Release& release, NumberForm form) {
  const bool exact = form == NumberForm::exact;
  Json json = exact ? to_exact_json(release.question) : to_json(release.question);
  const auto& columns =
      (exact ? release.question.domain : release.answer.domain).columns();
  for (std::size_t c = 0; c < columns.size(); ++c)
    if (const auto* keys = std::get_if<KeyList>(&columns[c].values);
        keys != nullptr && hides_keys(release.question.asked[c]))
      add_key_list(*keys, json["columns"][c]);
  return json;
}

}  // namespace

std::string level_name(VerificationLevel level) {
  switch (level) {
    case VerificationLevel::exact_law:
      return "exact_law";
    case VerificationLevel::small_worlds:
      return "small_worlds";
    case VerificationLevel::theorem_only:
      return "theorem_only";
  }
  return {};
}

std::string error_metric(const std::string& verb) {
  return fmt::format("absolute error of one {}", verb == "histogram" ? "count" : verb);
}

Json to_json(const Release& release, NumberForm form) {
  Json json = without_answer(release, form);
  json["answer"] = AnswerJson(release.answer, form).all();
  if (form == NumberForm::exact)
    json["drawn"] =
        Json::parse("{" + drawn_members(release.question.domain, release.drawn) + "}");
  return json;
}

Json without_answer(const Release& release, NumberForm form) {
  const AnswerJson numbers(release.answer, form);
  const Answer& answer = release.answer;
  const Rational& unit = answer.numbers[0].unit;
  Json guarantees = Json::array(), error = Json::array();
  for (const auto& derivation : release.derivations)
    guarantees.push_back(to_json(derivation.conclusion));
  if (release.error) {
    error.push_back({{"count", nullptr},  // every count
                     {"mean_abs", (release.error->mean_absolute * unit).text()},
                     {"bound", numbers.number(release.error->bound)},
                     {"confidence", release.error->confidence.text()}});
    if (numbers.in_units()) error.back()["units"] = release.error->bound;
  }
  for (const CountErrorStatement& at : release.errors_by_count)
    error.push_back({{"count", at.count},
                     {"mean_abs", at.mean_absolute.text()},
                     {"bound", at.bound},
                     {"confidence", release.confidence.text()}});
  Json json = {
      {"selvage", "0.1"},
      {"question", with_key_lists(release, form)},
      {"unit", answer.numbers[0].unit_text()},
      {"numbers", numbers.series()},
      {"answer", nullptr},
      {"total", answer.total ? numbers.with_interval(*answer.total) : Json(nullptr)},
      {"fewer_than", answer.fewer_than ? Json(*answer.fewer_than) : Json(nullptr)},
      {"privacy_unit", unit_of(release.question.person).text()},
      {"guarantees", guarantees},
      {"accuracy", list(release.accuracy)},
      {"confidence", release.confidence.text()},
      {"error", error},
      {"interval_of", interval_of(answer, form)},
      {"mechanism", mechanism_json(release.mechanism, form)},
      {"derivation", list(release.derivations)},
      {"verification",
       {{"level", level_name(release.verification.level)},
        {"detail", release.verification.detail}}},
      {"ledger", ledger_json(release.ledger)},
      {"warnings",
       form == NumberForm::exact ? release.warnings : release.all_warnings()},
      {"hints", hints(release)}};
  for (std::size_t s = 0; s < answer.numbers.size(); ++s) {
    const Series& series = answer.numbers[s];
    const OpenEnds ends = open_ends_of(release, s);
    if (ends.of_range && form == NumberForm::exact) continue;
    for (const auto& [name, end] :
         {std::pair("above", &ends.above), std::pair("below", &ends.below)})
      if (*end)
        json["numbers"][s][name] = {{"at", series.text((*end)->at)},
                                    {"from", series.text((*end)->from)}};
    if (ends.of_range) json["numbers"][s]["range"] = true;
  }
  if (!release.accuracy_derivations.empty())
    json["accuracy_derivation"] = list(release.accuracy_derivations);
  if (form == NumberForm::json && !answer.margins.empty())
    json["margins"] = numbers.margins();
  if (form == NumberForm::json) return json;
  json["notes"] = release.notes;
  json["drawn"] = nullptr;
  json.erase("hints");  // they follow from what a certificate holds exactly
  return json;
}

OpenEnds open_ends_of(const Release& release, std::size_t series) {
  return series < release.open_ends.size() ? release.open_ends[series] : OpenEnds{};
}

std::string question_identity(const Question& question, const MechanismUsed& mechanism,
                              std::optional<std::int64_t> fewer_than) {
  return canonical_json(
      {{"question", to_exact_json(question)},
       {"mechanism", law_of(mechanism)},
       {"fewer_than", fewer_than ? Json(*fewer_than) : Json(nullptr)}});
}

void write_json(const Release& release, TextBlocks& text) {
  const std::string around = dump(without_answer(release, NumberForm::json));
  // A line of a text's own would be escaped, and deeper members begin deeper.
  const std::string mark = "\n  \"answer\": ", none = "null";
  const std::size_t place = around.find(mark + none) + mark.size();
  text.add(std::string_view(around).substr(0, place));
  write_answer(release.answer, NumberForm::json, JsonLayout::indented, text);
  text.add(std::string_view(around).substr(place + none.size()));
}

std::string to_json_text(const Release& release) {
  return whole_text([&](TextBlocks& text) { write_json(release, text); });
}

}  // namespace selvage
