#include "selvage/report/explanation.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "selvage/base/thousands.hpp"
#include "selvage/guarantee/budget_filter.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/guarantee/privacy_unit.hpp"
#include "selvage/report/explained_promises.hpp"
#include "selvage/report/wording.hpp"
#include "selvage/summary/kept_rows.hpp"

namespace selvage {

using namespace explained;

namespace {

std::string question_sentence(const Json& json) {
  const Json& question = json["question"];
  std::vector<std::string> columns;
  for (const Json& column : question["columns"])
    columns.push_back(
        fmt::format("{} ({})", text(column, "name"), text(column, "domain")));
  std::string what = text(question, "verb");
  if (what == "histogram" || what == "count")
    what = question["person"].is_string() || counts_people(person_of(question))
               ? "number of people"
               : "number of rows";
  std::string sentence = fmt::format("The {}", what);
  if (question.contains("measure")) {
    const Json& measure = question["measure"];
    sentence += " of " + text(measure, "column");
    if (measure.contains("x")) sentence += " on " + text(measure, "x");
    for (const auto& [name, value] : measure.items())
      if (name == "x")
        continue;
      else if (name == "bounds")
        sentence += ", values taken within " + text(measure, "bounds");
      else if (name == "sum_per_cell")
        sentence +=
            ", what one person adds to a cell within " + text(measure, "sum_per_cell");
      else if (name != "column" && !measure.contains("bounds"))
        sentence += fmt::format(", {} {}", name, value.get<std::string>());
  }
  if (!columns.empty()) sentence += fmt::format(", by {}", fmt::join(columns, " and "));
  sentence += fmt::format(", from the table named '{}'", text(question, "table"));
  if (!question["where"].is_null())
    sentence += fmt::format(", of the rows where {}", text(question, "where"));
  const std::size_t published =
      (json["answer"].is_array() ? json["answer"].size() : json["answer"].is_object()) *
      json["numbers"].size();
  sentence += fmt::format(
      ". {} published",
      published == 1
          ? "One number was"
          : thousands(static_cast<std::int64_t>(published)) + " numbers were");
  if (!json["fewer_than"].is_null())
    sentence += fmt::format("; where the noisy count is below {} nothing was",
                            thousands(whole(json["fewer_than"])));
  return sentence + ".";
}

// "the people of 'who'".
std::string unit_words(const Json& json) {
  const auto unit = PrivacyUnit::parse(text(json, "privacy_unit"));
  return unit ? unit->words() : text(json, "privacy_unit");
}

// Of the first numbers, in all or by group.
bool has_an_interval(const Json& answer) {
  const auto has_one = [](const Json& row) {
    return row.is_object() && row.contains("interval") && !row["interval"].is_null();
  };
  if (!answer.is_array()) return has_one(answer);
  return std::any_of(answer.begin(), answer.end(), has_one);
}

bool has_no_error(const Json& accuracy) {
  return !accuracy.empty() &&
         std::all_of(accuracy.begin(), accuracy.end(), [](const Json& one) {
           return one["alpha"] == "0" && one["beta"] == "0" && one["gamma"] == "0";
         });
}

ExplainedPart accuracy_part(const Json& json, const Release* release) {
  ExplainedPart part{"How accurate it is", {}, {}};
  const Json& question = json["question"];
  if (json["error"].size() > 1) {
    part.sentences.push_back(fmt::format(
        "Noise was added on purpose, more to small numbers than to large "
        "ones. How far a number is off depends on how many people there are, as "
        "listed below: on average, and at most with probability {}.",
        text(json, "confidence")));
    for (const Json& at : json["error"])
      part.points.push_back(
          fmt::format("of {}: by {}, at most {}", thousands(whole(at["count"])),
                      rounded(number(at, "mean_abs")), thousands(whole(at["bound"]))));
  } else if (!json["error"].empty()) {
    const Json& error = json["error"][0];
    const Json& bound = error["bound"];
    part.sentences.push_back(fmt::format(
        "Noise was added on purpose. Each published number is off by {} on "
        "average, and by "
        "at most {} with probability {}.",
        rounded(number(error, "mean_abs")),
        bound.is_string() ? bound.get<std::string>() : thousands(whole(bound)),
        text(error, "confidence")));
  } else if (!has_an_interval(json["answer"]) && !json["accuracy"].empty()) {
    part.sentences.emplace_back(
        "Chance decides what is published, on purpose. There is no interval; this is "
        "promised of the error.");
    for (const Json& accuracy : json["accuracy"])
      part.points.push_back(
          text(accuracy, "gamma") == "0"
              ? fmt::format("{} at most {}, for certain", text(accuracy, "metric"),
                            text(accuracy, "beta"))
              : fmt::format("{} at most {}, except with probability {}",
                            text(accuracy, "metric"), text(accuracy, "beta"),
                            text(accuracy, "gamma")));
  } else if (!has_an_interval(json["answer"])) {
    part.sentences.emplace_back(
        "Chance decides what is published, on purpose. There is no interval, and "
        "nothing is promised of the error.");
  } else {
    part.sentences.emplace_back(
        has_no_error(json["accuracy"])
            ? "No noise was added: chance decides only whether there is an answer."
            : "Noise was added on purpose.");
  }
  if (release != nullptr)
    if (const std::string held = held_sentence(*release, "each interval");
        !held.empty())
      part.sentences.push_back(full_sentence(held));
  part.sentences.emplace_back(
      question["verb"] == "regression"
          ? "This speaks of the rows as they are in the table, not of errors in them."
          : "This speaks of the noise alone, not of errors in the table.");
  return part;
}

// What the entries come to so far, where what is claimed of them is the cap. [T29]
std::optional<std::string> sum_sentence(const Json& overall) {
  const auto read = read_derivation(overall);
  if (!read) return std::nullopt;
  // A budget in rho is told as an epsilon, one step above its filter.
  const Derivation* claim = read->rule == "dp_from_zcdp" && !read->premises.empty()
                                ? &read->premises[0]
                                : &*read;
  const bool by_rho = claim->rule == "rho_filter";
  if (!by_rho && claim->rule != "budget_filter") return std::nullopt;
  std::vector<RepeatedRelease> releases;
  const auto times = numbered_in(claim->inputs, "times_");
  for (std::size_t i = 0; i < times.size() && i < claim->premises.size(); ++i)
    releases.push_back({claim->premises[i], times[i].to_int64().value_or(1)});
  const auto sums = budget_sums(releases);
  if (!sums) return std::nullopt;
  if (by_rho)
    return fmt::format("So far their rhos add up to {}.", promised_text(sums->rho));
  return sums->all_dp
             ? fmt::format("So far their epsilons add up to {} and their deltas to {}.",
                           promised_text(sums->epsilon), promised_text(sums->delta))
             : fmt::format(
                   "So far they add up to rho {} of concentrated privacy and "
                   "delta {}.",
                   promised_text(sums->rho), promised_text(sums->delta));
}

ExplainedPart spent_part(const Json& json) {
  ExplainedPart part{"What was spent on this table, up to this release", {}, {}};
  if (json["ledger"].is_null()) {
    part.sentences.emplace_back(
        "No ledger was kept for this release. What else was published about these "
        "people "
        "is not known here, and promises of several releases add up.");
    return part;
  }
  const Json &ledger = json["ledger"], &spent = ledger["spent"],
             &terms = ledger["terms"];
  part.sentences.push_back(
      fmt::format("This release is entry {} of the ledger of '{}', which began on {}. "
                  "Every entry protects {}.",
                  whole(spent["entries"]), text(terms, "table"),
                  text(terms, "created").substr(0, 10), unit_words(terms)));
  if (spent["overall"].is_null())
    part.sentences.push_back(fmt::format(
        "Nothing can be claimed of all entries together: {}.",
        spent["refused"].is_string() ? text(spent, "refused") : "no reason is given"));
  else {
    const auto sum = sum_sentence(spent["overall"]);
    if (sum) part.sentences.push_back(*sum);
    part.sentences.push_back(
        (sum ? "What may be claimed of all of them, whatever was chosen after which "
               "answers, is the cap: "
             : "All entries up to this one together: ") +
        dp_sentence(spent["overall"]["conclusion"], "everything that was published"));
  }
  if (text(terms, "epsilon") == "none")
    part.sentences.emplace_back(
        "The ledger has no caps: it adds up, and stops nobody.");
  else if (text(terms, "rho") != "none")
    part.sentences.push_back(fmt::format(
        "The ledger refuses whatever would pass rho {}, which means epsilon "
        "{} and delta {}.",
        promised_text(number(terms, "rho")), promised_text(number(terms, "epsilon")),
        promised_text(number(terms, "delta"))));
  else
    part.sentences.push_back(
        fmt::format("The ledger refuses whatever would pass epsilon {} and delta {}.",
                    promised_text(number(terms, "epsilon")),
                    promised_text(number(terms, "delta"))));
  if (const auto unanswered = whole(spent["unanswered"]); unanswered > 0)
    part.sentences.push_back(fmt::format(
        "{} charged and not answered; they count as if they had been.",
        unanswered == 1 ? "One entry was"
                        : fmt::format("{} entries were", thousands(unanswered))));
  return part;
}

ExplainedPart checked_part(const Json& json, const std::vector<std::string>& checked) {
  ExplainedPart part{"How it was checked", {}, checked};
  const std::string& level = text(json["verification"], "level");
  const char* meaning =
      level == "exact_law" ? "Before the release the program computed the exact law of "
                             "its own output at these "
                             "very parameters and compared it with the promise"
      : level == "small_worlds"
          ? "The promise rests on a theorem; the program was run on all small tables "
            "and "
            "compared exactly"
          : "The promise rests on a theorem, and was computed in part on the program";
  part.sentences.push_back(
      fmt::format("{} ({}).", meaning, text(json["verification"], "detail")));
  return part;
}

ExplainedPart signed_part(const Certificate& certificate) {
  const Json& json = certificate.json;
  ExplainedPart part{"Who signed, with which program", {}, {}};
  const auto signer = certificate.signer();
  part.sentences.push_back(
      signer
          ? fmt::format("Signed on {} with the key {} (fingerprint {}).",
                        text(json, "issued"), signer->text(), signer->fingerprint())
          : fmt::format("Nobody signed this certificate of {}.", text(json, "issued")));
  const Json& program = json["program"];
  part.sentences.push_back(fmt::format("selvage {}, {}; the program's SHA-256 is {}.",
                                       text(program, "version"), text(program, "build"),
                                       text(program, "executable")));
  return part;
}

}  // namespace

Explanation explain(const Certificate& certificate, const Release* release,
                    const std::vector<std::string>& checked,
                    const std::vector<std::string>& not_known) {
  const Json& json = certificate.json;
  Explanation page{"What this release promises", {}};
  page.parts.push_back({"What was published", {question_sentence(json)}, {}});
  page.parts.push_back(protected_part(json));
  page.parts.push_back(promise_part(json));
  page.parts.push_back(not_promised_part(json));
  page.parts.push_back(accuracy_part(json, release));
  page.parts.push_back(spent_part(json));
  page.parts.push_back(checked_part(json, checked));
  ExplainedPart limits{
      "What no checker can know",
      {"Verifying checks arithmetic and signature. It cannot see that the "
       "table was the one named, that its people are those meant, that the "
       "noise was drawn as it should be, or that nothing was released "
       "elsewhere."},
      not_known};
  page.parts.push_back(std::move(limits));
  for (const char* name : {"notes", "warnings"})
    for (const Json& warning : json[name])
      page.parts.back().points.push_back("Warned: " + warning.get<std::string>() + ".");
  page.parts.push_back(signed_part(certificate));
  return page;
}

}  // namespace selvage
